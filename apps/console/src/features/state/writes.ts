import type { Envelope } from '@countersign/hai/envelope';
import { causeOf } from '@countersign/thread/cause';
import { createStateReplay } from '@countersign/thread/state-replay';
import type { Thread } from '@countersign/thread/thread';
import { changedPlaces } from './changed-places.ts';

/** The newest event after which a place holds something else. */
export interface Write {
  sequence: number;
  agentId: string;
}

/** What a stretch of events wrote, by JSON Pointer. */
export interface Writes {
  /** Written at the place itself or below it. */
  within: ReadonlyMap<string, Write>;
  /** Written at the place itself: everything below it was written with it. */
  exactly: ReadonlyMap<string, Write>;
  /** Top-level places by number of events, the most first. */
  most: readonly { pointer: string; events: number }[];
}

/** Reads who wrote what, event by event. */
export interface WritesReader {
  /** Envelopes of one thread, in order. */
  read(envelopes: Iterable<Envelope>): void;
  /** What was read so far. */
  writes(): Writes;
}

const topOf = (pointer: string) => {
  const end = pointer.indexOf('/', 1);
  return end === -1 ? pointer : pointer.slice(0, end);
};

/** Starts from a thread, or before the first event. Like a blame, it counts actual differences, not what an event claims to write. */
export function readWrites(start?: Pick<Thread, 'state' | 'handOvers'>): WritesReader {
  const within = new Map<string, Write>();
  const exactly = new Map<string, Write>();
  const counts = new Map<string, number>();
  const replay = createStateReplay(start);
  let document = start?.state;
  const note = (envelope: Envelope, after: unknown) => {
    const pointers = changedPlaces(document, after).map((place) => place.pointer);
    document = after;
    const write = { sequence: envelope.sequence, agentId: causeOf(envelope).speaker };
    for (const top of new Set(pointers.map(topOf))) counts.set(top, (counts.get(top) ?? 0) + 1);
    for (const pointer of pointers) {
      exactly.set(pointer, write);
      for (let at = pointer; within.get(at) !== write; at = at.slice(0, at.lastIndexOf('/'))) {
        within.set(at, write);
        if (at === '') break;
      }
    }
  };
  return {
    read(envelopes) {
      for (const envelope of envelopes) {
        if (replay.take(envelope) !== null) note(envelope, replay.document);
      }
    },
    writes: () => ({
      within: new Map(within),
      exactly: new Map(exactly),
      most: [...counts]
        .map(([pointer, events]) => ({ pointer, events }))
        .sort((left, right) => right.events - left.events),
    }),
  };
}

/** The last author of a place: at it, below it, or above it; undefined = none in this range. */
export function lastWrite({ within, exactly }: Writes, pointer: string): Write | undefined {
  let last = within.get(pointer);
  for (let at = pointer; at !== ''; ) {
    at = at.slice(0, at.lastIndexOf('/'));
    const above = exactly.get(at);
    if (above !== undefined && above.sequence > (last?.sequence ?? 0)) last = above;
  }
  return last;
}
