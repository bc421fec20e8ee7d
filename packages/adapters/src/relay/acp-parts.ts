import { isObject, type JsonObject } from '@countersign/json/json-object';
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
  return { kind: 'text', text: content, ...metadata };
}

export function writeAcpPart(part: RelayPart): Written<JsonObject> {
  const { metadata } = part;
  const isKept = metadata !== undefined && isKnownMetadata(metadata);
  return {
    value: { ...bodyOf(part), ...(isKept ? { metadata } : {}) },
    lost: [
      ...(metadata !== undefined && !isKept ? ['metadata'] : []),
      // The default would claim that it is a text.
      ...(part.kind === 'link' && part.mediaType === null ? ['mediaType'] : []),
    ],
  };
}

function bodyOf(part: RelayPart): JsonObject {
  if (part.kind === 'text') return { content_type: 'text/plain', content: part.text };
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
