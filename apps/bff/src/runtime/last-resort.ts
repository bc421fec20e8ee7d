/** What is done with an exception that nobody has caught. */
export interface LastResort {
  /** The server listens from now on: a fault is told, and it goes on. Before, a fault ends the start. */
  serving(): void;
  caught(error: unknown): void;
}

/** A server that does nothing but fail is better started anew. */
const maxFaults = 100;
const withinMs = 60_000;

/**
 * The last line, behind the guards where the work is done: one broken callback must not take every task down with it. What
 * is on disk is sound whatever happens here, for it is written in transactions by a thread of its own.
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
