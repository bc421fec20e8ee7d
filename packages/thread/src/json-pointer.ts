/** Reading JSON Pointers (RFC 6901) without ever reaching an inherited member. */
export type Box = Record<string, unknown> | unknown[];
/** A parsed pointer; empty = the whole document. */
export type Tokens = readonly string[];

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const indexPattern = /^(?:0|[1-9]\d*)$/;

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

/** The place of a token in an array: an existing element's index, or undefined. */
export function elementIndex(array: readonly unknown[], token: string): number | undefined {
  if (!indexPattern.test(token)) return undefined;
  const index = Number(token);
  return index < array.length ? index : undefined;
}

/** Where `add` may insert: an existing index, the length, or `-` for the end. */
export function insertIndex(array: readonly unknown[], token: string): number | undefined {
  if (token === '-') return array.length;
  if (!indexPattern.test(token)) return undefined;
  const index = Number(token);
  return index <= array.length ? index : undefined;
}

export function hasChild(box: Box, token: string): boolean {
  return Array.isArray(box) ? elementIndex(box, token) !== undefined : Object.hasOwn(box, token);
}

export function childOf(box: Box, token: string): unknown {
  return Array.isArray(box) ? box[Number(token)] : box[token];
}

export function setChild(box: Box, token: string, value: unknown): void {
  if (Array.isArray(box)) box[Number(token)] = value;
  else box[token] = value;
}

/** The value at `tokens`, or `missing` with the pointer up to where the way ended. */
export function valueAt(root: unknown, tokens: Tokens): { value: unknown } | { missing: string } {
  let value = root;
  for (const [depth, token] of tokens.entries()) {
    if (!isBox(value) || !hasChild(value, token)) {
      return { missing: `no value at /${tokens.slice(0, depth + 1).join('/')}` };
    }
    value = childOf(value, token);
  }
  return { value };
}
