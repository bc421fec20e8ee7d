import { pointerOf } from './json-pointer.ts';
import { hasLoneSurrogate } from './well-formed-text.ts';

/** The value is not JSON: it has no canonical form. `path` is the JSON Pointer to the culprit. */
export class CanonicalJsonError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path === '' ? 'the value' : path} ${reason}`);
    this.name = 'CanonicalJsonError';
    this.path = path;
  }
}

/** Maximum nesting; far above real messages, far below the limit of the stack. Also stops cycles. */
const maxDepth = 1_000;

/**
 * The canonical text of a JSON value (RFC 8785): no white space, members ordered by UTF-16 code units, ECMAScript numbers
 * and strings. `undefined` is left out of objects and null in arrays, as `JSON.stringify` does.
 *
 * @throws {CanonicalJsonError} for what I-JSON cannot carry: lone surrogates (RFC 8785, 3.2.2.2), NaN, infinities, bigint,
 * functions, dates, cycles. A parsed UpFormat message holds none of them.
 * @example canonicalJson({ b: 1e21, a: 'x' }) // '{"a":"x","b":1e+21}'
 */
export function canonicalJson(value: unknown): string {
  return write(value, null);
}

/** The path to a value; null = the whole. A linked list, so that it is only copied on failure. */
type Place = { parent: Place; key: string | number; depth: number } | null;

function write(value: unknown, place: Place): string {
  switch (typeof value) {
    case 'string':
      return writeText(value, place);
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) throw failure(place, `is ${value}`);
      // Also turns -0 into 0, as RFC 8785 asks.
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : writeBox(value, place);
    default:
      throw failure(place, `is of type ${typeof value}`);
  }
}

function writeText(text: string, place: Place): string {
  if (hasLoneSurrogate(text)) throw failure(place, 'has a lone surrogate');
  return JSON.stringify(text);
}

function writeBox(value: object, place: Place): string {
  const depth = (place?.depth ?? 0) + 1;
  if (depth > maxDepth) throw failure(place, 'is nested too deep or in a cycle');
  if (Array.isArray(value)) {
    const items = Array.from(value, (item, key) =>
      write(item ?? null, { parent: place, key, depth }),
    );
    return `[${items.join(',')}]`;
  }
  // By tag, not by prototype: an object of another realm is as plain.
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object Object]') throw failure(place, `is ${tag}`);
  // Entries of own members; the default order of strings is by UTF-16 code units, the RFC's own.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(
      ([key, member]) => `${writeText(key, place)}:${write(member, { parent: place, key, depth })}`,
    );
  return `{${members.join(',')}}`;
}

function failure(place: Place, reason: string): CanonicalJsonError {
  const path: (string | number)[] = [];
  for (let at = place; at !== null; at = at.parent) path.unshift(at.key);
  const shown = path.length > 20 ? [...path.slice(0, 20), '…'] : path;
  return new CanonicalJsonError(pointerOf(shown), `${reason}, which canonical JSON cannot say`);
}
