import { isObject, type JsonObject } from '@countersign/json/json-object';

/** Members whose content becomes events. */
const earlier = new Set(['parts', 'content', 'history', 'artifacts', 'jsonrpc']);
const maxChars = 8_000;

/** A frame without what its events contain: metadata, extensions and times that A2A has and HAI has not. Null = nothing is left. */
export function outlineOf(frame: unknown): JsonObject | null {
  const outline = without(frame, 0);
  if (!isObject(outline)) return null;
  const text = JSON.stringify(outline);
  if (text.length > maxChars) return null;
  return /"(metadata|extensions|description|name|timestamp|final|data)"/.test(text)
    ? outline
    : null;
}

function without(value: unknown, depth: number): unknown {
  if (depth > 8) return undefined;
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => without(one, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !earlier.has(name) && name !== '__proto__')
      .map(([name, member]) => [name, without(member, depth + 1)]),
  );
}
