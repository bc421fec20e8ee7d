import { say } from '@countersign/api/statements';
import { ProblemError } from './problem.ts';

/** The key of the last row of a page, as an opaque string. */
export function encodePageCursor(at: number, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Decodes it; throws an `invalid-request` problem for anything else. */
export function decodePageCursor(cursor: string | undefined): { at: number; id: string } | null {
  if (cursor === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && typeof parsed[0] === 'number' && typeof parsed[1] === 'string') {
      return { at: parsed[0], id: parsed[1] };
    }
  } catch {
    // Falls through to the problem.
  }
  throw new ProblemError('invalid-request', say('request.page-cursor'));
}

/** The key of the last row of a page whose order has several columns. */
export function encodeKeyCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Decodes one of `length` columns; throws an `invalid-request` problem for anything else. */
export function decodeKeyCursor(
  cursor: string | undefined,
  length: number,
): (string | number)[] | null {
  if (cursor === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isKey = (value: unknown): value is string | number =>
      typeof value === 'string' || typeof value === 'number';
    if (Array.isArray(parsed) && parsed.length === length && parsed.every(isKey)) return parsed;
  } catch {
    // Falls through to the problem.
  }
  throw new ProblemError('invalid-request', say('request.page-cursor'));
}

/** Removes the extra row that shows whether there is a next page. */
export function pageOfRows<Row, Item>(
  rows: readonly Row[],
  limit: number,
  convert: { item: (row: Row) => Item; cursor: (row: Row) => string },
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(convert.item),
    nextCursor: rows.length > limit && last !== undefined ? convert.cursor(last) : null,
  };
}
