import type { Operator } from '@countersign/api/operator';

/** Who fills a store. */
export type Author = Pick<Operator, 'id' | 'role'>;

/** Of all that is kept of a kind: one registrant has a quarter at most. */
const ownPart = 1 / 4;
/** The rest is kept for people: however many programs fill a store, an administrator can still work in it. */
const programsPart = 9 / 10;

/** How full a store is. */
export interface Filling {
  /** What its author has in it. */
  own: number;
  all: number;
}

/** What one author may have of a kind of which a server keeps `most`. */
export const shareOf = (most: number, { role }: Pick<Author, 'role'>): number =>
  role === 'registrant' ? Math.floor(most * ownPart) : most;

/** Until where an author may fill what all share. */
export const commonShareOf = (most: number, { role }: Pick<Author, 'role'>): number =>
  role === 'registrant' ? Math.floor(most * programsPart) : most;

/** How much an author may still add. */
export const leftOf = ({ own, all }: Filling, most: number, author: Pick<Author, 'role'>): number =>
  Math.max(0, Math.min(shareOf(most, author) - own, commonShareOf(most, author) - all));
