/** An object or a list, reached by reference tokens without ever reaching an inherited member. */
export type Box = Record<string, unknown> | unknown[];

export const isBox = (value: unknown): value is Box => typeof value === 'object' && value !== null;

/** The array index in a token, without leading zeros; NaN if it is not one. */
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
