import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { notifyAll } from '../runtime/notify-all.ts';
import { watchWall } from '../runtime/wall-jumps.ts';

/** Checks whether the clock was set, and moves the waiting times in the store by as much. */
export function createTimeNotice(options: {
  clock: Clock;
  move: (jumpMs: number) => Promise<unknown>;
  report: Report | undefined;
}) {
  const { move, report } = options;
  const jumpOf = watchWall(options.clock);
  const listeners = new Set<(jumpMs: number) => void>();
  let moving = 0;
  return {
    /** True while that is in progress: times in the tables are those of the old clock. */
    notice(): boolean {
      const jumpMs = jumpOf();
      if (jumpMs !== 0) {
        moving += 1;
        void move(jumpMs)
          // If the store has been closed, the change is detected when it is opened again.
          .catch((error) => report?.('The clock was set, and waits go by its old time.', error))
          .then(() => {
            moving -= 1;
            notifyAll(listeners, jumpMs, report);
          });
      }
      return moving > 0;
    },
    /** Called after the waiting times have been moved; returns its undo. */
    onSet(listener: (jumpMs: number) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
