/** Waits for what arrives: checked again whenever something has arrived. */
export interface Arrivals {
  /** Something has arrived: all who wait check again. */
  announce(): void;
  /** The value found by `look`, as soon as there is one. */
  until<Value>(look: () => Value | undefined): Promise<Value>;
}

/** No clock is used, so that a test waits no longer than necessary. */
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
