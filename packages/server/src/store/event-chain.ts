import { createHmac, hash } from 'node:crypto';
import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading } from './port.ts';
import type { EventRow } from './row.ts';

/**
 * Binds the events of the log, group by group: the link of a group is made of a key, of the link before it and of everything that is
 * stored of its events. The first event of the next group carries it; that of the last group is in the sealed end. Who has no key cannot
 * make a link, so a changed, removed, inserted or moved event does not fit, and removed last events are noticed too. Events are never
 * removed by a server, and get no link later.
 */
export interface EventsEnd {
  /** The position of the first event that is bound: those before it are of an earlier version. */
  from: number;
  /** Of the last one. */
  position: number;
  link: string;
}

/** What is bound: up to an end, and the events of a group behind it whose link is not made yet. */
export interface Bound {
  end: EventsEnd;
  group: EventRow[];
}

/** Beyond this, the next event begins a group: a fault is found within one. */
export const groupEvents = 32;

const hashOf = (key: string, previous: string, text: string): string =>
  // The key is the first block, and only the first 132 bits are taken: nothing can be appended to what was hashed.
  hash('sha256', `${key}${previous}${text}`, 'base64url').slice(0, 22);

const lengthsOf = ({ thread, run, agent }: EventRow): string =>
  `${thread.length},${run === null ? '-' : run.length},${agent.length}`;

/** Whether only the texts of two events differ, as of most of a run: the second needs no more than its text. */
const continues = (row: EventRow, before: EventRow): boolean =>
  row.position === before.position + 1 &&
  row.sequence === before.sequence + 1 &&
  row.received === before.received &&
  row.notable === before.notable &&
  row.thread === before.thread &&
  row.run === before.run &&
  row.agent === before.agent;

/** Everything that is stored of the events of a group: their lengths and what is beside them, then their texts. */
function textOf(group: readonly EventRow[]): string {
  let beside = '';
  let texts = '';
  let before: EventRow | undefined;
  for (const row of group) {
    const { position, thread, sequence, run, agent, received, notable, data } = row;
    if (before === undefined || !continues(row, before)) {
      beside += `>${position},${sequence},${received},${notable},${lengthsOf(row)}\n${thread}${run ?? ''}${agent}`;
    }
    beside += `:${data.length}`;
    texts += data;
    before = row;
  }
  return `${beside}\n${texts}`;
}

/** The end if the group ends here. */
export function endOf(key: string, { end, group }: Bound): EventsEnd {
  const last = group.at(-1);
  if (last === undefined) return end;
  const { from, link } = end;
  return { from, position: last.position, link: hashOf(key, link, textOf(group)) };
}

/** What the first event of a group carries, behind this end. */
export const beginsAfter = ({ link }: EventsEnd): string => `>${link}`;

/** Servers before groups gave each event a link of its own. */
export function singleLinkOf(key: string, previous: string, row: EventRow): string {
  const { position, thread, sequence, run, agent, received, notable, data } = row;
  const numbers = `${position},${sequence},${received},${notable},${lengthsOf(row)}`;
  return hashOf(key, previous, `\n${numbers}\n${thread}${run ?? ''}${agent}${data}`);
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

/** How far a transaction has come. */
interface Mark extends Bound {
  /** Of its group, which may get more. */
  events: number;
}

/** The links of one transaction. */
export interface EventChain {
  /** What is stored with an event that is appended: of the first one of a group, the link before it. */
  add(row: EventRow): string | null;
  /** What is bound until now, to return to it when what came afterwards is undone. */
  mark(): Mark;
  undo(mark: Mark): void;
  /** The end to be stored with the events; null = it is as it was. */
  sealed(): string | null;
}

const nowhere: Mark = { end: { from: 0, position: 0, link: '' }, group: [], events: 0 };

/** Without a key: nothing is bound. */
export const unbound: EventChain = {
  add: () => null,
  mark: () => nowhere,
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
  let group: EventRow[] = [];
  return {
    add(row) {
      if (group.length >= groupEvents) {
        end = endOf(key, { end, group });
        group = [];
      }
      return group.push(row) === 1 ? beginsAfter(end) : null;
    },
    mark: () => ({ end, group, events: group.length }),
    undo(mark) {
      ({ end, group } = mark);
      group.length = mark.events;
    },
    sealed() {
      const last = endOf(key, { end, group });
      return last === begun ? null : JSON.stringify({ ...last, seal: sealOf(key, last) });
    },
  };
}
