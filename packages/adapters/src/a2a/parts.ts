import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { A2aBinding, A2aVersion } from './endpoint.ts';
import { objectsIn, textOf } from './values.ts';
import { webUrl } from './web-url.ts';

/** The media type that marks a data part as an UpFormat message. */
export const upFormatType = 'application/vnd.upformat+json';

/** A part of a message or an artifact, independent of version and transport. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'data'; data: unknown; mediaType: string | null }
  | { kind: 'file'; name: string | null; mediaType: string | null; url?: string; base64?: string }
  /** Of no known kind: shown as received. */
  | { kind: 'other'; value: JsonObject };

/** The parts of a message or an artifact; the HTTP+JSON transport of 0.3 calls those of a message `content`. */
export const partsOf = (value: JsonObject): Part[] =>
  objectsIn(value['parts'] ?? value['content']).map(partOf);

function partOf(part: JsonObject): Part {
  if (typeof part['text'] === 'string') return { kind: 'text', text: part['text'] };
  const metadata = part['metadata'];
  const mediaType = textOf(part, 'mediaType', 200) ?? textOf(metadata, 'mediaType', 200);
  if ('data' in part) return { kind: 'data', data: dataOf(part), mediaType };
  const name = textOf(part, 'filename', 500);
  if (typeof part['raw'] === 'string')
    return { kind: 'file', name, mediaType, base64: part['raw'] };
  if (typeof part['url'] === 'string') return linked(part, part['url'], { name, mediaType });
  const file = part['file'];
  if (!isObject(file)) return { kind: 'other', value: part };
  const about = {
    name: textOf(file, 'name', 500) ?? name,
    mediaType: textOf(file, 'mimeType', 200) ?? mediaType,
  };
  const base64 = file['bytes'] ?? file['fileWithBytes'];
  if (typeof base64 === 'string') return { kind: 'file', ...about, base64 };
  const url = file['uri'] ?? file['fileWithUri'];
  return typeof url === 'string' ? linked(part, url, about) : { kind: 'other', value: part };
}

/** Only addresses of the web can be opened by a person. */
const linked = (
  part: JsonObject,
  url: string,
  about: { name: string | null; mediaType: string | null },
): Part => {
  const href = webUrl(url)?.href;
  return href === undefined
    ? { kind: 'other', value: part }
    : { kind: 'file', ...about, url: href };
};

/** The HTTP+JSON transport of 0.3 wraps the data again. */
function dataOf({ kind, data }: JsonObject): unknown {
  const isWrapped = kind === undefined && isObject(data) && Object.keys(data).length === 1;
  const inner = memberOf(data, 'data');
  return isWrapped && inner !== undefined ? inner : data;
}

/** The UpFormat message in a part; undefined = none. */
export const upFormatIn = (part: Part): unknown =>
  part.kind === 'data' && part.mediaType === upFormatType ? part.data : undefined;

/** A part as it is sent; of a file its content. */
export type SentPart =
  | Extract<Part, { kind: 'text' | 'data' }>
  | { kind: 'file'; name: string; mediaType: string; base64: string };

/** A part of a message in the form of AG-UI as a part of A2A; null = neither text nor a file with its content. */
export function sentPartOf(part: JsonObject): SentPart | null {
  if (typeof part['text'] === 'string') return { kind: 'text', text: part['text'] };
  const base64 = memberOf(part['source'], 'value');
  const mediaType = textOf(part['source'], 'mimeType', 200);
  if (typeof base64 !== 'string' || mediaType === null) return null;
  const name = textOf(part['metadata'], 'filename', 500) ?? 'file';
  return { kind: 'file', name, mediaType, base64 };
}

/** A part in the notation of a version and transport. */
export function writtenPart(part: SentPart, version: A2aVersion, binding: A2aBinding): JsonObject {
  if (version === '1.0') {
    if (part.kind === 'text') return { text: part.text };
    if (part.kind === 'file') {
      return { raw: part.base64, filename: part.name, mediaType: part.mediaType };
    }
    const { data, mediaType } = part;
    return mediaType === null ? { data } : { data, mediaType, metadata: { mediaType } };
  }
  const isRpc = binding === 'JSONRPC';
  if (part.kind === 'text') {
    return isRpc ? { kind: 'text', text: part.text } : { text: part.text };
  }
  if (part.kind === 'file') {
    const file = { name: part.name, mimeType: part.mediaType };
    return isRpc
      ? { kind: 'file', file: { ...file, bytes: part.base64 } }
      : { file: { ...file, fileWithBytes: part.base64 } };
  }
  const { data, mediaType } = part;
  return {
    ...(isRpc ? { kind: 'data', data } : { data: { data } }),
    ...(mediaType === null ? {} : { metadata: { mediaType } }),
  };
}
