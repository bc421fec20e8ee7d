import type { Clock } from '../runtime/clock.ts';
import type { Sink } from './sink.ts';

/** Who takes nothing for so long is given up. */
const stallMs = 30_000;

/** Writes to a reader as fast as it takes what is written. */
export function createPressure(
  sink: Sink,
  clock: Clock,
  told: {
    /** All that waited has been taken. */
    drained: () => void;
    gaveUp: () => void;
  },
) {
  let cancelStall = () => {};
  let undoDrain = () => {};
  let stalled = false;

  /** Gives up a reader that takes nothing; a slow one may take its time. */
  const watch = (before: number) => {
    cancelStall = clock.schedule(() => {
      const left = sink.queued();
      if (left < before) watch(left);
      else told.gaveUp();
    }, stallMs);
  };

  return {
    /** What was written waits to be taken. */
    stalled: () => stalled,
    /** False when more than `patience` bytes wait now: then nothing is to follow before `drained`. */
    write(chunk: Buffer | string, patience: number): boolean {
      if (sink.write(chunk) || sink.queued() <= patience) return true;
      if (stalled) return false;
      stalled = true;
      watch(sink.queued());
      undoDrain = sink.onDrain(() => {
        stalled = false;
        cancelStall();
        undoDrain();
        told.drained();
      });
      return false;
    },
    close(): void {
      cancelStall();
      undoDrain();
    },
  };
}
