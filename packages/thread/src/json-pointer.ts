/** Reading JSON Pointers (RFC 6901) without ever reaching an inherited member. */
export type Box = Record<string, unknown> | unknown[];
/** A parsed pointer; empty = the whole document. */
export type Tokens = readonly string[];

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
export const isBox = (value: unknown): value is Box => typeof value === 'object' && value !== null;

/** The reference tokens of a pointer, or why it is none. Names that reach a prototype are refused. */
export function parsePointer(pointer: unknown): string[] | string {
  if (typeof pointer !== 'string') return 'the path is not a string';
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return `not a JSON Pointer: ${pointer.slice(0, 100)}`;
  const tokens = pointer.slice(1).split('/');
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const name = token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
    if (forbidden.has(name)) return `refused name: ${name}`;
    tokens[at] = name;
  }
  return tokens;
}

/** The number an array index is written as, without leading zeros; NaN when the token is none. */
function indexOf(token: string): number {
  const first = token.charCodeAt(0);
  // Checked digit by digit: this runs for every token of every operation.
  if (token.length === 0 || token.length > 15 || (first === 0x30 && token.length > 1))
    return Number.NaN;
  let index = 0;
  for (let at = 0; at < token.length; at += 1) {
    const digit = token.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    index = index * 10 + digit;
  }
  return index;
}

/** Where `add` may insert: an existing index, the length, or `-` for the end. */
export function insertIndex(array: readonly unknown[], token: string): number | undefined {
  if (token === '-') return array.length;
  const index = indexOf(token);
  return index <= array.length ? index : undefined;
}

export function hasChild(box: Box, token: string): boolean {
  return Array.isArray(box) ? indexOf(token) < box.length : Object.hasOwn(box, token);
}

export function childOf(box: Box, token: string): unknown {
  return Array.isArray(box) ? box[indexOf(token)] : box[token];
}

export function setChild(box: Box, token: string, value: unknown): void {
  if (Array.isArray(box)) box[indexOf(token)] = value;
  else box[token] = value;
}

/** The value at the first `depth` tokens, or `missing` with the pointer up to where the way ended. */
export function valueAt(
  root: unknown,
  tokens: Tokens,
  depth = tokens.length,
): { value: unknown } | { missing: string } {
  let value = root;
  for (let at = 0; at < depth; at += 1) {
    const token = tokens[at] ?? '';
    if (!isBox(value) || !hasChild(value, token)) {
      return { missing: `no value at /${tokens.slice(0, at + 1).join('/')}` };
    }
    value = childOf(value, token);
  }
  return { value };
}
