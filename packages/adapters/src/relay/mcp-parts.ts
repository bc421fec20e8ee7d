import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type Loss, lose, unreadMembers } from './losses.ts';
import type { RelayPart, Written } from './neutral.ts';
import { textOrNull } from './relay-values.ts';

/** A content block of MCP; null = of a kind that has no other notation. */
export function readMcpBlock(block: JsonObject): RelayPart | null {
  const metadata = isObject(block['_meta']) ? { metadata: block['_meta'] } : {};
  const { type, data } = block;
  if (type === 'text' && typeof block['text'] === 'string') {
    return { kind: 'text', text: block['text'], ...metadata };
  }
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    const mediaType = textOrNull(block, 'mimeType') ?? `${type}/*`;
    return { kind: 'bytes', base64: data, mediaType, name: null, ...metadata };
  }
  if (type === 'resource_link') {
    const url = textOrNull(block, 'uri');
    const given = textOrNull(block, 'name');
    // A name is required, so that of one without is its address.
    const about = { mediaType: textOrNull(block, 'mimeType'), name: given === url ? null : given };
    return url === null ? null : { kind: 'link', url, ...about, ...metadata };
  }
  return type === 'resource' ? readResource(block['resource'], metadata) : null;
}

function readResource(resource: unknown, metadata: { metadata?: JsonObject }): RelayPart | null {
  const uri = textOrNull(resource, 'uri');
  const mediaType = textOrNull(resource, 'mimeType');
  const blob = memberOf(resource, 'blob');
  if (typeof blob === 'string') {
    const name = nameIn(uri);
    const type = mediaType ?? 'application/octet-stream';
    return { kind: 'bytes', base64: blob, mediaType: type, name, ...metadata };
  }
  const text = memberOf(resource, 'text');
  if (typeof text !== 'string') return null;
  if (mediaType === 'application/json') {
    try {
      return { kind: 'data', data: JSON.parse(text), ...metadata };
    } catch {
      // Not what it says: kept as text.
    }
  }
  const isPlain = mediaType === 'text/plain' || mediaType === 'application/json';
  const typed = mediaType === null || isPlain ? {} : { mediaType };
  return { kind: 'text', text, ...typed, ...metadata };
}

const blockMembers: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name', 'mimeType'],
  resource: ['resource'],
};

/** What of a block is not read: hints to its reader, and the address of a text that is embedded. */
export function lostOfMcpBlock(block: JsonObject): Loss[] {
  const { type, resource } = block;
  const known = typeof type === 'string' ? (blockMembers[type] ?? []) : [];
  const uri = textOrNull(resource, 'uri') ?? '';
  // The address of a file ends with its name; those that are made here mean nothing.
  const hasAddress = type === 'resource' && memberOf(resource, 'blob') === undefined;
  return [
    ...unreadMembers(block, { at: `input.${String(type)}.`, known: ['type', '_meta', ...known] }),
    ...(hasAddress && uri !== '' && !uri.startsWith('uap://')
      ? [lose('lost.member', { member: uri.slice(0, 200) })]
      : []),
  ];
}

const filePrefix = 'uap://files/';

/** The name in the address of a resource that was written here, else the end of the address. */
function nameIn(uri: string | null): string | null {
  const last = uri?.startsWith(filePrefix)
    ? uri.slice(filePrefix.length)
    : uri
        ?.replace(/[?#].*$/, '')
        .split('/')
        .at(-1);
  if (last === undefined || last === '') return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** What of a part a reader without structured content sees: data and texts of any type as text. */
export function writeMcpCopy(part: RelayPart): JsonObject {
  if (part.kind === 'data') return { type: 'text', text: JSON.stringify(part.data) };
  if (part.kind === 'text') return { type: 'text', text: part.text };
  return writeMcpBlock(part).value;
}

/** A content block. Data, and a text with a type, have none of their own: they are embedded documents. */
export function writeMcpBlock(part: RelayPart): Written<JsonObject> {
  const metadata = part.metadata === undefined ? {} : { _meta: part.metadata };
  if (part.kind === 'text') {
    const { text, mediaType: mimeType } = part;
    const block =
      mimeType === undefined
        ? { type: 'text', text }
        : { type: 'resource', resource: { uri: 'uap://text', mimeType, text } };
    return { value: { ...block, ...metadata }, lost: [] };
  }
  if (part.kind === 'data') {
    const document = { mimeType: 'application/json', text: JSON.stringify(part.data) };
    const resource = { uri: 'uap://data', ...document };
    return { value: { type: 'resource', resource, ...metadata }, lost: [] };
  }
  const { name } = part;
  if (part.kind === 'link') {
    const type = part.mediaType === null ? {} : { mimeType: part.mediaType };
    // A name is required.
    const link = { type: 'resource_link', uri: part.url, name: name ?? part.url, ...type };
    return { value: { ...link, ...metadata }, lost: [] };
  }
  const { mediaType, base64 } = part;
  const family = /^(image|audio)\//.exec(mediaType)?.[1];
  if (family !== undefined) {
    const block = { type: family, data: base64, mimeType: mediaType, ...metadata };
    return { value: block, lost: name === null ? [] : [lose('lost.file-name', { name })] };
  }
  const uri = `${filePrefix}${encodeURIComponent(name ?? '')}`;
  const resource = { uri, mimeType: mediaType, blob: base64 };
  return { value: { type: 'resource', resource, ...metadata }, lost: [] };
}
