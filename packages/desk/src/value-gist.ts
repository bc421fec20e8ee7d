import { isObject, type JsonObject } from '@countersign/json/json-object';
import { isSecretAt } from '@countersign/json-schema/secret';

const MAX_CHARS = 80;
const MAX_MEMBERS = 6;
/** In the place of what was left out. */
const more = '…';

/** Words for a line. */
export const cut = (words: string): string =>
  words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}${more}` : words;

const isBox = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The first words of an entry, which name it, unless they are secret. */
export function nameOf(
  schema: JsonObject,
  path: readonly string[],
  entry: unknown,
): string | undefined {
  const [key] = isObject(entry) ? Object.keys(entry) : [];
  const first = isObject(entry) && key !== undefined ? entry[key] : entry;
  if (typeof first !== 'string' || first.trim() === '') return undefined;
  return isSecretAt(schema, key === undefined ? path : [...path, key]) ? undefined : cut(first);
}

function memberGist(schema: JsonObject, path: readonly string[], value: unknown): unknown {
  if (isSecretAt(schema, path)) return more;
  if (typeof value === 'string') return cut(value);
  if (!isBox(value)) return value;
  const count = Object.keys(value).length;
  if (count === 0) return value;
  const name = nameOf(schema, path, value);
  return name === undefined ? more : count === 1 ? name : `${name} ${more}`;
}

/** A value small enough for a line: texts are cut, and of groups and lists the first members kept, with `…` for all that is not. */
export function valueGist(schema: JsonObject, path: readonly string[], value: unknown): unknown {
  if (!isBox(value)) return memberGist(schema, path, value);
  const members = Object.entries(value);
  const kept = members
    .slice(0, MAX_MEMBERS)
    .map(([key, each]): [string, unknown] => [key, memberGist(schema, [...path, key], each)]);
  if (members.length > MAX_MEMBERS) kept.push([more, more]);
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}
