import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { RelayPart, Written } from './neutral.ts';
import { textOrNull } from './relay-values.ts';

/** Says in the metadata of a data part that its data is no object, which 0.3.0 requires, and is wrapped in one. */
export const wrappedKey = 'countersign.value';
/** Where the metadata of a part has the media type of its text, for which 0.3.0 has no member. */
export const textTypeKey = 'mediaType';

/** A part of A2A 0.3.0; null = of a kind that has no other notation. */
export function readA2aPart(part: JsonObject): RelayPart | null {
  const sent = isObject(part['metadata']) ? part['metadata'] : undefined;
  const metadata = sent === undefined ? {} : { metadata: sent };
  if (part['kind'] === 'text' && typeof part['text'] === 'string') {
    const mediaType = textOrNull(sent, textTypeKey);
    if (mediaType === null) return { kind: 'text', text: part['text'], ...metadata };
    return { kind: 'text', text: part['text'], mediaType, ...without(sent, textTypeKey) };
  }
  if (part['kind'] === 'data' && 'data' in part) {
    const { data } = part;
    return sent?.[wrappedKey] === true && isObject(data) && 'value' in data
      ? { kind: 'data', data: data['value'], ...without(sent, wrappedKey) }
      : { kind: 'data', data, ...metadata };
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

/** The metadata of a part without what is a member of it here. */
function without(metadata: JsonObject | undefined, key: string): { metadata?: JsonObject } {
  const { [key]: _, ...rest } = metadata ?? {};
  return Object.keys(rest).length === 0 ? {} : { metadata: rest };
}

/** Every part has a notation in A2A. */
export function writeA2aPart(part: RelayPart): Written<JsonObject> {
  const isWrapped = part.kind === 'data' && !isObject(part.data);
  const metadata = {
    ...part.metadata,
    ...(isWrapped ? { [wrappedKey]: true } : {}),
    ...(part.kind === 'text' && part.mediaType !== undefined
      ? { [textTypeKey]: part.mediaType }
      : {}),
  };
  const hasMetadata = part.metadata !== undefined || Object.keys(metadata).length > 0;
  return { value: { ...bodyOf(part), ...(hasMetadata ? { metadata } : {}) }, lost: [] };
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
