/** The server's clock as far as this side can tell it. */
export interface ServerClock {
  /** Epoch milliseconds on the server's clock. */
  now(): number;
  /** A time the server has just told to the millisecond. */
  toldExactly(serverTime: number): void;
  /** A `Date` header: whole seconds, used until an exact time is known. */
  toldRoughly(serverTime: number): void;
}

/** Offsets are kept, not times: the own clock may be wrong by hours, and deadlines are the server's. */
export function createServerClock(now: () => number): ServerClock {
  let offsetMs = 0;
  let exact = false;
  return {
    now: () => now() + offsetMs,
    toldExactly(serverTime) {
      if (!Number.isFinite(serverTime)) return;
      exact = true;
      offsetMs = serverTime - now();
    },
    toldRoughly(serverTime) {
      if (!exact) offsetMs = serverTime + 500 - now();
    },
  };
}
