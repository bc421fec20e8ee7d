import type { Envelope } from '@countersign/hai/envelope';
import { causeOf } from '@countersign/thread/cause';

/** The newest event that wrote a place. */
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

const topOf = (pointer: string) => {
  const end = pointer.indexOf('/', 1);
  return end === -1 ? pointer : pointer.slice(0, end);
};

/** Reads who wrote what in a stretch of events, in order. Failed operations count as well: they are few, and told elsewhere. */
export function writesOf(envelopes: Iterable<Envelope>): Writes {
  const within = new Map<string, Write>();
  const exactly = new Map<string, Write>();
  const counts = new Map<string, number>();
  for (const envelope of envelopes) {
    const pointers = pointersOf(envelope);
    if (pointers.length === 0) continue;
    const write = { sequence: envelope.sequence, agentId: causeOf(envelope).speaker };
    for (const top of new Set(pointers.map(topOf))) counts.set(top, (counts.get(top) ?? 0) + 1);
    for (const pointer of pointers) {
      exactly.set(pointer, write);
      for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
        within.set(at, write);
        if (at === '') break;
      }
    }
  }
  const most = [...counts]
    .map(([pointer, events]) => ({ pointer, events }))
    .sort((left, right) => right.events - left.events);
  return { within, exactly, most };
}

function pointersOf({ event }: Envelope): string[] {
  if (event.type === 'STATE_SNAPSHOT') return [''];
  if (event.type !== 'STATE_DELTA') return [];
  return event.delta.flatMap(({ op, path, from }) => {
    if (op === 'test' || (path !== '' && !path.startsWith('/'))) return [];
    return op === 'move' && from?.startsWith('/') === true ? [path, from] : [path];
  });
}

/** The last to write a place: at it, below it, or above it; undefined = nobody in this stretch. */
export function lastWrite({ within, exactly }: Writes, pointer: string): Write | undefined {
  let last = within.get(pointer);
  for (let at = pointer; at !== ''; ) {
    at = at.slice(0, at.lastIndexOf('/'));
    const above = exactly.get(at);
    if (above !== undefined && above.sequence > (last?.sequence ?? 0)) last = above;
  }
  return last;
}
