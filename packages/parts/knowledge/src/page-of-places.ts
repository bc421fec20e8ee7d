import { say } from '@countersign/api/statements';
import { ProblemError } from '@countersign/server/http/problem';
import type { Reading } from '@countersign/server/store/port';
import { type Entry, pageOfEntries } from './memories/stored.ts';
import type { KnowledgeKind } from './rows/knowledge-entries.ts';

/** The number in a cursor; 0 = from the beginning. Throws an `invalid-request` problem for anything else. */
export function placeOfCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new ProblemError('invalid-request', say('request.page-cursor'));
}

/** A page of entries of a kind, the last changed first. */
export async function pageOfKind<Kind extends KnowledgeKind, View>(
  reading: Reading,
  kind: Kind,
  query: { cursor?: string | undefined; limit: number; state?: string; about?: string },
  view: (entry: Entry<Kind>) => View,
): Promise<{ items: View[]; nextCursor: string | null }> {
  const { cursor, limit, state, about } = query;
  const found = await pageOfEntries(reading, kind, {
    ...(state === undefined ? {} : { state }),
    ...(about === undefined ? {} : { about }),
    before: placeOfCursor(cursor),
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(view),
    nextCursor: found.length > limit && last !== undefined ? String(last.place) : null,
  };
}
