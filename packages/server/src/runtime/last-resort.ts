/** Handles uncaught exceptions. */
export interface LastResort {
  /** The server listens from now on: a fault is reported, and it continues. Before, a fault ends the start. */
  serving(): void;
  caught(error: unknown): void;
}

/** A server that only fails should be restarted. */
const maxFaults = 100;
const withinMs = 60_000;

/**
 * The last guard, behind those where the work is done: one faulty callback must not stop all tasks. Stored data is safe in any
 * case, because it is written in transactions by a separate thread.
 */
export function createLastResort(options: {
  now: () => number;
  log: (error: unknown, what: string) => void;
  exit: () => void;
}): LastResort {
  const { now, log, exit } = options;
  let isServing = false;
  let faults: number[] = [];
  return {
    serving() {
      isServing = true;
    },
    caught(error) {
      const at = now();
      faults = [...faults.filter((time) => time > at - withinMs), at];
      if (isServing && faults.length <= maxFaults) {
        log(error, 'An exception was caught by nobody. The server goes on; please report it.');
        return;
      }
      const why = isServing ? `${maxFaults} faults within a minute` : 'a fault before it listened';
      log(error, `The server ends after ${why}.`);
      exit();
    },
  };
}
