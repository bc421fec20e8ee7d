import type { Presence } from '@countersign/api/prompts/presence';
import type { Clock } from '@countersign/server/runtime/clock';

/** Who has which prompt open. In memory only: it ends with the connection, so it is never journalled. */
export interface PresenceBoard {
  /** A tab of an operator reports what it does with a prompt. */
  notify(word: PresenceReport): void;
  /** Removes an operator without access. */
  leave(operatorId: string): void;
  list(): Presence[];
  close(): void;
}

export interface PresenceReport {
  promptId: string;
  tab: string;
  operatorId: string;
  name: string;
  mode: 'viewing' | 'editing' | 'gone';
}

/** One prompt in one tab; `since` is epoch ms. */
interface Seat extends PresenceReport {
  since: number;
  /** On the monotonic clock. */
  receivedAt: number;
}

/** A tab that has not reported for so long is gone. */
const silenceMs = 45_000;
/** Maximum of seats of one operator; beyond it the least recent one is removed. */
const maxSeats = 30;

/** `announce` receives the complete presence of a prompt after each change. */
export function createPresenceBoard(
  clock: Clock,
  announce: (presence: Presence) => void,
): PresenceBoard {
  /** In the order of their last reports: the first one is the first to time out. */
  const seats = new Map<string, Seat>();
  let cancel = () => {};

  const presenceOf = (promptId: string): Presence => {
    const people = new Map<string, Presence['people'][number]>();
    for (const seat of seats.values()) {
      if (seat.promptId !== promptId) continue;
      const known = people.get(seat.operatorId);
      people.set(seat.operatorId, {
        operator: seat.operatorId,
        name: seat.name,
        mode: known?.mode === 'editing' || seat.mode === 'editing' ? 'editing' : 'viewing',
        since: Math.min(known?.since ?? seat.since, seat.since),
      });
    }
    const inOrder = [...people.values()].sort(
      (left, right) => left.since - right.since || (left.operator < right.operator ? -1 : 1),
    );
    return { promptId, people: inOrder };
  };

  /** Makes a change and announces the prompts whose presence is different afterwards. */
  const change = (promptIds: Iterable<string>, make: () => void) => {
    const touched = [...new Set(promptIds)];
    const before = touched.map((id) => JSON.stringify(presenceOf(id)));
    make();
    for (const [index, id] of touched.entries()) {
      const after = presenceOf(id);
      if (JSON.stringify(after) !== before[index]) announce(after);
    }
  };
  const remove = (is: (seat: Seat) => boolean) => {
    const gone = [...seats].filter(([, seat]) => is(seat));
    change(
      gone.map(([, seat]) => seat.promptId),
      () => {
        for (const [key] of gone) seats.delete(key);
      },
    );
  };
  const sweep = () => {
    cancel();
    const now = clock.monotonic();
    remove((seat) => seat.receivedAt + silenceMs <= now);
    const first = seats.values().next();
    if (first.done !== true) {
      cancel = clock.schedule(sweep, Math.max(0, first.value.receivedAt + silenceMs - now));
    }
  };

  return {
    notify(word) {
      const key = JSON.stringify([word.operatorId, word.tab, word.promptId]);
      if (word.mode === 'gone') return remove((seat) => seat === seats.get(key));
      change([word.promptId], () => {
        const since = seats.get(key)?.since ?? clock.now();
        seats.delete(key);
        seats.set(key, { ...word, since, receivedAt: clock.monotonic() });
      });
      const mine = [...seats.values()].filter((seat) => seat.operatorId === word.operatorId);
      if (mine.length > maxSeats) remove((seat) => seat === mine[0]);
      sweep();
    },
    leave: (operatorId) => remove((seat) => seat.operatorId === operatorId),
    list: () => [...new Set([...seats.values()].map((seat) => seat.promptId))].map(presenceOf),
    close: () => cancel(),
  };
}
