import type { Envelope } from '@countersign/hai/envelope';

const maxWaiting = 20_000;

/** Passes envelopes of one thread in sequence, each once; early ones wait. Holds everything at first. */
export interface SequenceGate {
  /** Sequence of the last one passed. */
  readonly last: number;
  /** The gap before the first waiting envelope; null = none waits. */
  readonly gap: { from: number; to: number } | null;
  /** The envelopes that can be folded now: none, this one, or this one and all that waited for it. */
  take(envelope: Envelope): readonly Envelope[];
  /** Passes nothing until a snapshot sets the start. */
  hold(): void;
  /** Starts again after `sequence` (of a snapshot); returns the waiting envelopes that follow. */
  startAt(sequence: number): readonly Envelope[];
}

const none: readonly Envelope[] = [];

export function createSequenceGate(): SequenceGate {
  let last = 0;
  let held = true;
  const waiting = new Map<number, Envelope>();

  const release = (): Envelope[] => {
    const released: Envelope[] = [];
    for (let next = waiting.get(last + 1); next !== undefined; next = waiting.get(last + 1)) {
      waiting.delete(next.sequence);
      last = next.sequence;
      released.push(next);
    }
    return released;
  };

  return {
    get last() {
      return last;
    },
    get gap() {
      if (waiting.size === 0) return null;
      let first = Number.POSITIVE_INFINITY;
      for (const sequence of waiting.keys()) first = Math.min(first, sequence);
      return { from: last + 1, to: first - 1 };
    },
    take(envelope) {
      const { sequence } = envelope;
      if (!held && sequence <= last) return none;
      if (!held && sequence === last + 1) {
        last = sequence;
        return waiting.size === 0 ? [envelope] : [envelope, ...release()];
      }
      // What is dropped here is fetched with the gap.
      if (waiting.size >= maxWaiting) waiting.clear();
      waiting.set(sequence, envelope);
      return none;
    },
    hold() {
      held = true;
    },
    startAt(sequence) {
      held = false;
      last = sequence;
      for (const early of waiting.keys()) if (early <= sequence) waiting.delete(early);
      return release();
    },
  };
}
