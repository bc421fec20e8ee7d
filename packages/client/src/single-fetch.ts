import { backoffMs } from './backoff.ts';
import type { Ports } from './ports.ts';
import { isPassing, ProblemError } from './problem-error.ts';

/** Does the work once; `stuck` = it was answered, and did not help. */
export type FetchOnce = (signal: AbortSignal) => Promise<'done' | 'stuck'>;

/** One fetch at a time; a passing failure is tried again. */
export interface SingleFetch {
  /** Ends what is being fetched, and does this instead. */
  run(fetchOnce: FetchOnce): void;
  /** Nothing is being fetched or waits to be. */
  isIdle(): boolean;
  /** The fetches have helped: the next failure is the first. */
  settled(): void;
  stop(): void;
}

export function createSingleFetch(
  ports: Pick<Ports, 'schedule' | 'random'>,
  on: { done(): void; stuck(): void; refused(error: ProblemError): void },
): SingleFetch {
  /** What is being fetched; its abort ends it. */
  let work: AbortController | null = null;
  let cancelRetry: (() => void) | null = null;
  /** Fetches in a row that did not help. */
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
