/** A gate in a reading loop: while it is closed, nothing is read, and back-pressure stalls the agent. */
export interface Gate {
  close(): void;
  open(): void;
  closed(): boolean;
  /** Resolves when the gate is open, or `signal` aborts. */
  pass(signal: AbortSignal): Promise<void>;
}

export function createGate(closed: boolean): Gate {
  let shut = closed;
  let waiting: (() => void)[] = [];
  const release = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    close() {
      shut = true;
    },
    open() {
      shut = false;
      release();
    },
    closed: () => shut,
    pass(signal) {
      if (!shut || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
  };
}
