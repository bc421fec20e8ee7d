import type { Clock } from './clock.ts';
import type { Run } from './run.ts';

/** Runs that wait for a run with their answers, limited in number and time. */
export interface InterruptedRuns {
  add(run: Run): void;
  of(threadId: string): Run[];
  all(): Run[];
  /** Removes it because it continues. */
  take(run: Run): void;
}

export function createInterruptedRuns(options: {
  clock: Clock;
  maxInterrupted: number;
  interruptedForMs: number;
  /** Its work was stopped. */
  onStop(run: Run): void;
}): InterruptedRuns {
  const { clock, maxInterrupted, interruptedForMs, onStop } = options;
  const waiting = new Map<Run, () => void>();

  const take = (run: Run) => {
    waiting.get(run)?.();
    waiting.delete(run);
  };
  const giveUp = (run: Run, reason: string) => {
    take(run);
    run.stop(reason);
    onStop(run);
  };
  return {
    add(run) {
      const cancel = clock.schedule(
        () => giveUp(run, 'Nobody has answered for too long'),
        interruptedForMs,
      );
      waiting.set(run, cancel);
      run.signal.addEventListener('abort', () => take(run), { once: true });
      const oldest = waiting.keys().next();
      if (waiting.size > maxInterrupted && !oldest.done) {
        giveUp(oldest.value, 'Too many questions wait for an answer');
      }
    },
    of: (threadId) => [...waiting.keys()].filter((run) => run.threadId === threadId),
    all: () => [...waiting.keys()],
    take,
  };
}
