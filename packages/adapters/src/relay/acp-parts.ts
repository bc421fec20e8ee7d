import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type Loss, lose } from './losses.ts';
import type { RelayPart, Written } from './neutral.ts';
import { textOrNull } from './relay-values.ts';

/** The kinds of metadata that ACP has. */
const isKnownMetadata = (metadata: JsonObject): boolean =>
  metadata['kind'] === 'citation' || metadata['kind'] === 'trajectory';

/** A part of a message of ACP 0.2.0; null = it has no content. */
export function readAcpPart(part: JsonObject): RelayPart | null {
  const mediaType = textOrNull(part, 'content_type') ?? 'text/plain';
  const name = textOrNull(part, 'name');
  const metadata = isObject(part['metadata']) ? { metadata: part['metadata'] } : {};
  const url = textOrNull(part, 'content_url');
  if (url !== null) return { kind: 'link', url, mediaType, name, ...metadata };
  const { content } = part;
  if (typeof content !== 'string') return null;
  if (part['content_encoding'] === 'base64') {
    return { kind: 'bytes', base64: content, mediaType, name, ...metadata };
  }
  if (mediaType === 'application/json') {
    try {
      return { kind: 'data', data: JSON.parse(content), ...metadata };
    } catch {
      // Not what it says: kept as text.
    }
  }
  const isPlain = mediaType === 'text/plain' || mediaType === 'application/json';
  const typed = isPlain ? {} : { mediaType };
  return { kind: 'text', text: content, ...typed, ...metadata };
}

/** What of a part is not read: texts and data have no names here. */
export function lostOfAcpPart(part: JsonObject): Loss[] {
  const name = textOrNull(part, 'name');
  const isFile = part['content_encoding'] === 'base64' || 'content_url' in part;
  return name === null || isFile ? [] : [lose('lost.part-name', { name: name.slice(0, 200) })];
}

export function writeAcpPart(part: RelayPart): Written<JsonObject> {
  const { metadata } = part;
  const isKept = metadata !== undefined && isKnownMetadata(metadata);
  return {
    value: { ...bodyOf(part), ...(isKept ? { metadata } : {}) },
    lost: [
      ...(metadata !== undefined && !isKept ? [lose('lost.metadata')] : []),
      // The default would claim that it is a text.
      ...(part.kind === 'link' && part.mediaType === null
        ? [lose('lost.link-type', { url: part.url.slice(0, 200) })]
        : []),
    ],
  };
}

function bodyOf(part: RelayPart): JsonObject {
  if (part.kind === 'text') {
    return { content_type: part.mediaType ?? 'text/plain', content: part.text };
  }
  if (part.kind === 'data') {
    return { content_type: 'application/json', content: JSON.stringify(part.data) };
  }
  const name = part.name === null ? {} : { name: part.name };
  return part.kind === 'bytes'
    ? { content_type: part.mediaType, content: part.base64, content_encoding: 'base64', ...name }
    : {
        content_type: part.mediaType ?? 'application/octet-stream',
        content_url: part.url,
        ...name,
      };
}
