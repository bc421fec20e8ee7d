import type { Ports } from './ports.ts';
import { isPassing, ProblemError } from './problem-error.ts';
import { backoffMs } from './stream/backoff.ts';

/** Does the work once; `stuck` = there was a response, but it did not help. */
export type FetchOnce = (signal: AbortSignal) => Promise<'done' | 'stuck'>;

/** One fetch at a time; a transient failure is retried. */
export interface SingleFetch {
  /** Aborts the current fetch and runs this one instead. */
  run(fetchOnce: FetchOnce): void;
  /** No fetch is in flight or waiting. */
  isIdle(): boolean;
  /** The fetches succeeded: the next failure counts as the first. */
  settled(): void;
  stop(): void;
}

export function createSingleFetch(
  ports: Pick<Ports, 'schedule' | 'random'>,
  on: { done(): void; stuck(): void; refused(error: ProblemError): void },
): SingleFetch {
  /** The current fetch; it can be aborted. */
  let work: AbortController | null = null;
  let cancelRetry: (() => void) | null = null;
  /** Consecutive fetches that did not help. */
  let attempt = 0;

  const stop = () => {
    cancelRetry?.();
    cancelRetry = null;
    work?.abort();
    work = null;
  };

  const retryLater = (again: () => void) => {
    attempt += 1;
    cancelRetry = ports.schedule(again, backoffMs(attempt, ports.random));
  };

  const run = (fetchOnce: FetchOnce) => {
    stop();
    const controller = new AbortController();
    work = controller;
    const unlessEnded = (settle: () => void) => {
      if (work !== controller) return;
      work = null;
      settle();
    };
    fetchOnce(controller.signal).then(
      (outcome) => unlessEnded(() => (outcome === 'stuck' ? retryLater(on.stuck) : on.done())),
      (error: unknown) =>
        unlessEnded(() => {
          if (error instanceof ProblemError && !isPassing(error)) on.refused(error);
          else retryLater(() => run(fetchOnce));
        }),
    );
  };

  return {
    run,
    isIdle: () => work === null && cancelRetry === null,
    settled() {
      attempt = 0;
    },
    stop,
  };
}
