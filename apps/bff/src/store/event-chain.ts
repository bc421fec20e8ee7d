import { createHmac, hash } from 'node:crypto';
import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading } from './port.ts';
import type { EventRow } from './row.ts';

/**
 * Binds the events of the log: each has a link made of a key, of the link before it and of everything that is stored of it. Who has no
 * key cannot make a link, so a changed, removed, inserted or moved event does not fit; the end is sealed, so that removed last events
 * are noticed too. Events are never removed by a server, and get no link later.
 */
export interface EventsEnd {
  /** The position of the first event that is bound: those before it are of an earlier version. */
  from: number;
  /** Of the last one. */
  position: number;
  link: string;
}

/**
 * One call per event, as many are written: the key is the first block of the hash, and of its end only the first 132 bits are taken, so
 * that nothing can be appended to what was hashed.
 */
export function linkOf(key: string, previous: string, row: EventRow): string {
  const { position, thread, sequence, run, agent, received, notable, data } = row;
  const lengths = `${thread.length},${run === null ? '-' : run.length},${agent.length}`;
  const numbers = `${position},${sequence},${received},${notable},${lengths}`;
  return hash(
    'sha256',
    `${key}${previous}\n${numbers}\n${thread}${run ?? ''}${agent}${data}`,
    'base64url',
  ).slice(0, 22);
}

const sealOf = (key: string, { from, position, link }: EventsEnd): string =>
  createHmac('sha256', key).update(`events\n${from}\n${position}\n${link}`).digest('hex');

export const selectEventsEnd = `SELECT value FROM meta WHERE key = 'events-end'`;
export const saveEventsEnd = `INSERT INTO meta(key, value) VALUES('events-end', ?)
  ON CONFLICT(key) DO UPDATE SET value = excluded.value`;

/** null = it is not of this key. */
function genuineEnd(key: string, stored: string): EventsEnd | null {
  try {
    const { seal, ...end } = JSON.parse(stored);
    return seal === sealOf(key, end) ? end : null;
  } catch {
    return null;
  }
}

/** `end`: null = it is not genuine. Undefined = no event was bound yet. */
export const readEventsEnd = (
  reading: Reading,
  key: string,
): Awaitable<{ end: EventsEnd | null } | undefined> =>
  whenRead(
    reading.get<{ value: string }>(selectEventsEnd),
    (row) => row && { end: genuineEnd(key, row.value) },
  );

/** The links of one transaction. */
export interface EventChain {
  /** The link of an event that is appended; null = it is not bound. */
  add(row: EventRow): string | null;
  /** What is bound until now, to return to it when what came afterwards is undone. */
  mark(): EventsEnd | null;
  undo(mark: EventsEnd | null): void;
  /** The end to be stored with the events; null = it is as it was. */
  sealed(): string | null;
}

/** Without a key: nothing is bound. */
export const unbound: EventChain = {
  add: () => null,
  mark: () => null,
  undo() {},
  sealed: () => null,
};

/**
 * Continues behind the stored end. If that is of another key, or events before it are missing, nothing more is bound, and it stays as it
 * is: to be noticed, whatever is written afterwards.
 */
export function continueEvents(
  key: string | undefined,
  { stored, head }: { stored: string | undefined; head: number },
): EventChain {
  if (key === undefined) return unbound;
  const begun =
    stored === undefined ? { from: head + 1, position: head, link: '' } : genuineEnd(key, stored);
  if (begun === null || begun.position > head) return unbound;
  let end = begun;
  return {
    add(row) {
      const link = linkOf(key, end.link, row);
      end = { from: end.from, position: row.position, link };
      return link;
    },
    mark: () => end,
    undo(mark) {
      end = mark ?? begun;
    },
    sealed: () => (end === begun ? null : JSON.stringify({ ...end, seal: sealOf(key, end) })),
  };
}
