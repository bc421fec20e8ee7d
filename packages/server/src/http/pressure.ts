import type { Clock } from '../runtime/clock.ts';
import type { Sink } from './streams/sink.ts';

/** A reader that reads nothing for this long is dropped. */
const stallMs = 30_000;

/** Writes to a reader as fast as it reads. */
export function createPressure(
  sink: Sink,
  clock: Clock,
  reported: {
    /** Everything pending has been read. */
    drained: () => void;
    gaveUp: () => void;
  },
) {
  let cancelStall = () => {};
  let undoDrain = () => {};
  let stalled = false;

  /** Drops a reader that reads nothing; a slow one is kept. */
  const watch = (before: number) => {
    cancelStall = clock.schedule(() => {
      const left = sink.queued();
      if (left < before) watch(left);
      else reported.gaveUp();
    }, stallMs);
  };

  return {
    /** Something is pending. */
    stalled: () => stalled,
    /** False if more than `patience` bytes are pending: then nothing may follow before `drained`. */
    write(chunk: Buffer | string, patience: number): boolean {
      if (sink.write(chunk) || sink.queued() <= patience) return true;
      if (stalled) return false;
      stalled = true;
      watch(sink.queued());
      undoDrain = sink.onDrain(() => {
        stalled = false;
        cancelStall();
        undoDrain();
        reported.drained();
      });
      return false;
    },
    close(): void {
      cancelStall();
      undoDrain();
    },
  };
}
