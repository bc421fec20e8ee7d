import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Journal } from '../journal/journal.ts';
import {
  beginsAfter,
  type EventsEnd,
  endOf,
  groupEvents,
  readEventsEnd,
  singleLinkOf,
} from '../store/event-chain.ts';
import { linksBetween } from '../store/events.ts';
import { isDamage } from '../store/faults/damage.ts';
import type { EventRow, StreamRow } from '../store/row.ts';
import type { SealedMark } from './sealed-mark.ts';

/**
 * `changed`: among these events, of one group, one is not as it was written, was not written by a server, or cannot be read. `missing`:
 * events are missing before it. `end`: the store ends before its sealed end, or has lost that.
 */
interface BrokenEvent {
  what: 'changed' | 'missing' | 'end';
  position: number;
  /** The last one of the group; the same position if it is known which one. */
  upTo: number;
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

const at = (what: BrokenEvent['what'], row: StreamRow, last: StreamRow = row): BrokenEvent => ({
  what,
  ...{ position: row.position, upTo: last.position },
  threadId: row.thread === last.thread ? row.thread : null,
  sequence: row === last ? row.sequence : null,
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
  let end: EventsEnd = { from, position: from - 1, link: '' };
  /** The events behind the end, whose link is not known yet. */
  let group: StreamRow[] = [];
  let notBound = 0;
  const lastPosition = () => group.at(-1)?.position ?? end.position;
  const close = () => {
    end = endOf(key, { end, group: group.map(storedRow) });
    group = [];
  };

  /** What a row carries must be the link before it, or, of a server before groups, its own. */
  function fits(row: StreamRow, link: string | null | undefined): boolean {
    if (link === null) return group.length > 0 && group.length < groupEvents;
    if (link === undefined) return false;
    close();
    const right = singleLinkOf(key, end.link, storedRow(row));
    if (link === right) end = { from, position: row.position, link };
    return link === right || link === beginsAfter(end);
  }

  function faultIn(row: StreamRow, link: string | null | undefined): BrokenEvent | null {
    if (row.position < from) {
      notBound += 1;
      const isOld = row.position >= 1 && link === null && !expected.has(row.position);
      return isOld ? null : at('changed', row);
    }
    if (row.position !== lastPosition() + 1) return at('missing', row);
    const first = group[0] ?? row;
    // Without a link although it begins a group, or not readable: it is this one.
    const isClear = link === undefined || (link === null && first === row);
    if (!fits(row, link)) return at('changed', isClear ? row : first, row);
    if (end.position < row.position) group.push(row);
    return endFault();
  }

  /** What is wrong where a sealed end is, if one is here. */
  function endFault(): BrokenEvent | null {
    const sealed = expected.get(lastPosition());
    const [first, last] = [group[0], group.at(-1)];
    if (sealed === undefined) return null;
    close();
    if (end.link === sealed) return null;
    return first === undefined || last === undefined
      ? { ...lostAfter(end.position - 1), what: 'changed' }
      : at('changed', first, last);
  }

  return {
    faultIn,
    lastPosition,
    /** What is wrong now that the events up to this end are known to be all. */
    faultBefore(next: EventsEnd): BrokenEvent | null {
      expected.set(next.position, next.link);
      return next.position === lastPosition() ? endFault() : null;
    },
    proven: () => {
      const to = end.position >= from ? end.position : null;
      return { from: to === null ? null : from, to, notBound };
    },
  };
}

const lostAfter = (position: number): BrokenEvent => ({
  ...{ what: 'end', position: position + 1, upTo: position + 1 },
  ...{ threadId: null, sequence: null },
});

const storedRow = (row: StreamRow): EventRow => ({ ...row, notable: row.notable ? 1 : 0 });

/** Verifies every event; `broken` is the first one that does not fit. Yields to others between two pages. */
export async function verifyEvents(journal: Journal, mark: SealedMark): Promise<EventsVerdict> {
  const { key } = mark;
  // Before the rows: what is recorded meanwhile is behind it.
  const { events: seen } = mark.known();
  const stored = await readEventsEnd(journal.read, key);
  const ends = [stored?.end, seen].flatMap((end) => end ?? []);
  const from = (stored?.end ?? seen)?.from ?? Number.MAX_SAFE_INTEGER;
  const follower = createFollower(key, from, ends);
  let after = Number.MIN_SAFE_INTEGER;
  /** The first fault up to a position. */
  async function follow(upTo: number): Promise<BrokenEvent | null> {
    for (;;) {
      const rows = await journal.since(after, upTo, everything, page);
      const last = rows.at(-1);
      if (last === undefined) return null;
      const links = await linksOf(journal, rows);
      for (const row of rows) {
        const fault = follower.faultIn(row, links.get(row.position));
        if (fault !== null) return fault;
      }
      after = last.position;
      await nextTurn();
    }
  }
  /** What was recorded since the end was read has another end. */
  async function followNew(): Promise<BrokenEvent | null> {
    const now = (await readEventsEnd(journal.read, key))?.end ?? null;
    if (now === null || now.from !== from) return null;
    // The end is written with the events: those behind it are not of a server.
    if (now.position < follower.lastPosition()) {
      return { ...lostAfter(now.position), what: 'changed', upTo: follower.lastPosition() };
    }
    return follower.faultBefore(now) ?? (await follow(now.position));
  }
  const broken = (await follow(Number.MAX_SAFE_INTEGER)) ?? (await followNew());
  const { to } = follower.proven();
  const isWhole =
    stored?.end !== null && ends.every((one) => one.from === from && one.position <= (to ?? 0));
  const isKept = isWhole && (stored !== undefined || seen === null);
  return {
    ...follower.proven(),
    broken:
      broken ?? (isKept ? null : { ...lostAfter(to ?? 0), upTo: follower.lastPosition() + 1 }),
  };
}

const everything = { threads: '*', facts: false } as const;
