import { childOf, hasChild, isBox } from './box.ts';

/** The reference tokens of a pointer, unescaped; none = the whole document. */
export type Tokens = readonly string[];

/** A name as a JSON Pointer (RFC 6901) writes it. */
export const escapeToken = (name: string): string =>
  name.includes('~') || name.includes('/')
    ? name.replaceAll('~', '~0').replaceAll('/', '~1')
    : name;

const unescapeToken = (token: string): string =>
  token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;

/** The JSON Pointer (RFC 6901) of a path; `''` is the whole document. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${escapeToken(String(part))}`).join('');

/** Whether a text has the form of a JSON Pointer. */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);

/** The reference tokens of a JSON Pointer, unescaped; `''` gives none. */
export const tokensOf = (pointer: string): string[] =>
  pointer.split('/').slice(1).map(unescapeToken);

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The reference tokens of an untrusted pointer, or why it is invalid. Names that reach a prototype are refused. */
export function parsePointer(pointer: unknown): string[] | string {
  if (typeof pointer !== 'string') return 'the path is not a string';
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return `not a JSON Pointer: ${pointer.slice(0, 100)}`;
  const tokens = pointer.slice(1).split('/');
  for (let at = 0; at < tokens.length; at += 1) {
    const name = unescapeToken(tokens[at] ?? '');
    if (forbidden.has(name)) return `refused name: ${name}`;
    tokens[at] = name;
  }
  return tokens;
}

/** The value at the first `depth` tokens, or `missing` with the pointer up to the first missing place. */
export function findAt(
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

/** The value at a path of own members and items; `undefined` = there is none. */
export function valueAt(root: unknown, tokens: Tokens): unknown {
  const found = findAt(root, tokens);
  return 'value' in found ? found.value : undefined;
}
