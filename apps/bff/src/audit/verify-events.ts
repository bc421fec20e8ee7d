import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Journal } from '../journal/journal.ts';
import { isDamage } from '../store/damage.ts';
import { type EventsEnd, linkOf, readEventsEnd } from '../store/event-chain.ts';
import { linksBetween } from '../store/events.ts';
import type { StreamRow } from '../store/row.ts';
import type { SealedMark } from './sealed-mark.ts';

/**
 * `changed`: this event is not as it was written, was not written by a server, or cannot be read. `missing`: events are missing before
 * it. `end`: the store ends before its sealed end, or has lost that.
 */
interface BrokenEvent {
  what: 'changed' | 'missing' | 'end';
  position: number;
  threadId: string | null;
  sequence: number | null;
}

export interface EventsVerdict {
  /** The first event that is bound, and the last one that is proven to be as it was written, by their positions; null = none. */
  from: number | null;
  to: number | null;
  /** Events before that, of earlier versions. */
  notBound: number;
  broken: BrokenEvent | null;
}

const page = { rows: 500, bytes: 4_000_000 };

const at = (what: BrokenEvent['what'], row: StreamRow): BrokenEvent => ({
  ...{ what, position: row.position, threadId: row.thread, sequence: row.sequence },
});

/** Past pages of a disk that cannot be read: without its link, an event counts as changed. */
async function linksOf(
  { read }: Journal,
  rows: readonly StreamRow[],
): Promise<ReadonlyMap<number, string | null>> {
  const between = (first: number, last: number) => linksBetween(read, first - 1, last);
  try {
    return await between(rows[0]?.position ?? 0, rows.at(-1)?.position ?? 0);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const links = new Map<number, string | null>();
  for (const { position } of rows) {
    try {
      for (const [at, link] of await between(position, position)) links.set(at, link);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  return links;
}

/** Follows the links of events from the first that is bound. */
function createFollower(key: string, from: number, ends: readonly EventsEnd[]) {
  const expected = new Map(ends.map(({ position, link }) => [position, link]));
  let position = from - 1;
  let proven: number | null = null;
  let link = '';
  let notBound = 0;
  return {
    /** What is wrong with the next event; null = nothing. */
    fault(row: StreamRow, stored: string | null): BrokenEvent | null {
      if (row.position < from) {
        notBound += 1;
        return row.position < 1 || stored !== null || expected.has(row.position)
          ? at('changed', row)
          : null;
      }
      if (row.position !== position + 1) return at('missing', row);
      const right = linkOf(key, link, { ...row, notable: row.notable ? 1 : 0 });
      if (stored !== right || (expected.get(row.position) ?? right) !== right) {
        return at('changed', row);
      }
      ({ position } = row);
      proven = position;
      link = right;
      return null;
    },
    proven: () => ({ from: proven === null ? null : from, to: proven, notBound }),
  };
}

/** Verifies every event; `broken` is the first one that does not fit. Yields to others between two pages. */
export async function verifyEvents(journal: Journal, mark: SealedMark): Promise<EventsVerdict> {
  const { key } = mark;
  // Before the rows: what is recorded meanwhile is behind it.
  const { events: seen } = mark.known();
  const stored = await readEventsEnd(journal.read, key);
  const ends = [stored?.end, seen].flatMap((end) => end ?? []);
  const end = stored?.end ?? seen;
  const from = end?.from ?? Number.POSITIVE_INFINITY;
  const follower = createFollower(key, from, ends);
  const verdict = (broken: BrokenEvent | null): EventsVerdict => ({
    ...follower.proven(),
    broken,
  });
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await journal.since(after, Number.MAX_SAFE_INTEGER, everything, page);
    const last = rows.at(-1);
    if (last === undefined) break;
    const links = await linksOf(journal, rows);
    for (const row of rows) {
      const fault = follower.fault(row, links.get(row.position) ?? null);
      if (fault !== null) return verdict(fault);
    }
    after = last.position;
    await nextTurn();
  }
  const { to } = follower.proven();
  const isWhole =
    stored?.end !== null && ends.every((one) => one.from === from && one.position <= (to ?? 0));
  const lost = { position: (to ?? 0) + 1, threadId: null, sequence: null };
  return verdict(
    isWhole && (stored !== undefined || seen === null) ? null : { what: 'end', ...lost },
  );
}

const everything = { threads: '*', facts: false } as const;
