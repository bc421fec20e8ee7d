/** Waits for what comes in by itself: looked at again whenever something has come. */
export interface Arrivals {
  /** Something has come: everybody who waits looks again. */
  announce(): void;
  /** What `look` finds, as soon as it finds something. */
  until<Value>(look: () => Value | undefined): Promise<Value>;
}

/** No clock is asked, so that a test waits as long as it takes and no longer. */
export function createArrivals(): Arrivals {
  let waiting: (() => void)[] = [];
  return {
    announce() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    async until(look) {
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}
