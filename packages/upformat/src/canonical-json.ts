import { pointerOf } from './json-pointer.ts';
import type { UpMessage } from './message.ts';

/** The value is not JSON: it has no canonical form. `path` is the JSON Pointer to the culprit. */
export class CanonicalJsonError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path === '' ? 'the value' : path} ${reason}`);
    this.name = 'CanonicalJsonError';
    this.path = path;
  }
}

/** Levels of nesting; far above real messages, far below the end of the stack. A cycle ends here too. */
const maxDepth = 1_000;

/**
 * The canonical text of a JSON value (RFC 8785): no white space, members ordered by UTF-16 code units, ECMAScript numbers
 * and strings. Members that are `undefined` are left out, as `JSON.stringify` does. A lone surrogate, which I-JSON and so
 * the RFC do not know, is escaped (`\ud800`): agents cut texts in the middle of a pair, and their asks must still be sealed.
 *
 * @throws {CanonicalJsonError} for what JSON cannot say: NaN, infinities, bigint, functions, dates, cycles, `undefined` in an array.
 * @example canonicalJson({ b: 1e21, a: 'x' }) // '{"a":"x","b":1e+21}'
 */
export function canonicalJson(value: unknown): string {
  return write(value, []);
}

/**
 * What the digest of a prompt covers: the whole message as parsed, nothing left out. Whatever a person may have
 * seen is bound (UpFormat section 8), at the price that a new `timestamp` alone makes it another question.
 */
export function sealedContent(message: UpMessage): UpMessage {
  return message;
}

type Path = readonly (string | number)[];

function write(value: unknown, path: Path): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw failure(path, `is ${value}, which JSON cannot say`);
      // Also turns -0 into 0, as RFC 8785 asks.
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : writeBox(value, path);
    default:
      throw failure(path, `is of type ${typeof value}, which JSON cannot say`);
  }
}

function writeBox(value: object, path: Path): string {
  if (path.length >= maxDepth) throw failure(path, 'is nested too deep');
  if (Array.isArray(value)) {
    const items = Array.from(value, (item, index) => write(item, [...path, index]));
    return `[${items.join(',')}]`;
  }
  // By tag, not by prototype: an object of another realm is as plain.
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object Object]') throw failure(path, `is ${tag}, which JSON cannot say`);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // The default order of strings is by UTF-16 code units: the RFC's own.
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member, [...path, key])}`);
  return `{${members.join(',')}}`;
}

function failure(path: Path, reason: string): CanonicalJsonError {
  const shown = path.length > 20 ? [...path.slice(0, 20), '…'] : path;
  return new CanonicalJsonError(pointerOf(shown), reason);
}
