import { parseExactly } from '@countersign/json/exact-json';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { JsonObject } from '@countersign/json/json-object';
import type { Part, SentPart } from '../a2a/parts.ts';
import { textOf } from '../a2a/values.ts';
import { webUrl } from '../a2a/web-url.ts';

const isJson = (mediaType: string): boolean => /^application\/([\w.-]+\+)?json$/i.test(mediaType);

/** A part of a message; null = it has no content: it only says how the agent came to it. */
export function partOf(part: JsonObject): Part | null {
  const mediaType = textOf(part, 'content_type', 200) ?? 'text/plain';
  const name = textOf(part, 'name', 500);
  const { content, content_url: url } = part;
  if (typeof url === 'string') {
    const href = webUrl(url)?.href;
    // Only addresses of the web can be opened by a person.
    return href === undefined
      ? { kind: 'other', value: part }
      : { kind: 'file', name, mediaType, url: href };
  }
  if (typeof content !== 'string') return null;
  if (part['content_encoding'] === 'base64') {
    return { kind: 'file', name, mediaType, base64: content };
  }
  if (!isJson(mediaType)) return { kind: 'text', text: content };
  try {
    const data = parseExactly(content);
    return { kind: 'data', data, mediaType: mediaType === 'application/json' ? null : mediaType };
  } catch {
    // Not what it says: shown as text.
    return { kind: 'text', text: content };
  }
}

/** A part as it is sent. */
export function writtenPart(part: SentPart): JsonObject {
  if (part.kind === 'text') return { content_type: 'text/plain', content: part.text };
  if (part.kind === 'data') {
    return {
      content_type: part.mediaType ?? 'application/json',
      content: withExactNumbers(JSON.stringify(part.data)),
    };
  }
  const { name, mediaType, base64 } = part;
  return { name, content_type: mediaType, content: base64, content_encoding: 'base64' };
}
