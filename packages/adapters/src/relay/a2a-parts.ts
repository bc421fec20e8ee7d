import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { RelayPart, Written } from './neutral.ts';
import { textOrNull } from './relay-values.ts';

/** A part of A2A 0.3.0; null = of a kind that has no other notation. */
export function readA2aPart(part: JsonObject): RelayPart | null {
  const metadata = isObject(part['metadata']) ? { metadata: part['metadata'] } : {};
  if (part['kind'] === 'text' && typeof part['text'] === 'string') {
    return { kind: 'text', text: part['text'], ...metadata };
  }
  if (part['kind'] === 'data' && 'data' in part) {
    return { kind: 'data', data: part['data'], ...metadata };
  }
  const file = part['kind'] === 'file' ? part['file'] : undefined;
  const name = textOrNull(file, 'name');
  const mediaType = textOrNull(file, 'mimeType');
  const base64 = memberOf(file, 'bytes');
  if (typeof base64 === 'string') {
    const type = mediaType ?? 'application/octet-stream';
    return { kind: 'bytes', base64, mediaType: type, name, ...metadata };
  }
  const url = textOrNull(file, 'uri');
  return url === null ? null : { kind: 'link', url, mediaType, name, ...metadata };
}

/** Every part has a notation in A2A. */
export function writeA2aPart(part: RelayPart): Written<JsonObject> {
  const metadata = part.metadata === undefined ? {} : { metadata: part.metadata };
  return { value: { ...bodyOf(part), ...metadata }, lost: [] };
}

function bodyOf(part: RelayPart): JsonObject {
  if (part.kind === 'text') return { kind: 'text', text: part.text };
  // The wire wants an object.
  if (part.kind === 'data') {
    return { kind: 'data', data: isObject(part.data) ? part.data : { value: part.data } };
  }
  const about = {
    ...(part.mediaType === null ? {} : { mimeType: part.mediaType }),
    ...(part.name === null ? {} : { name: part.name }),
  };
  return part.kind === 'bytes'
    ? { kind: 'file', file: { bytes: part.base64, ...about } }
    : { kind: 'file', file: { uri: part.url, ...about } };
}
