/** An estimate of the server's clock. */
export interface ServerClock {
  /** Epoch milliseconds on the server's clock. */
  now(): number;
  /** A time received from the server with millisecond precision. */
  setExactly(serverTime: number): void;
  /** A `Date` header: whole seconds, used until an exact time is known. */
  setRoughly(serverTime: number): void;
}

/** Offsets are stored, not times: the local clock may be wrong by hours, and deadlines are the server's. */
export function createServerClock(now: () => number): ServerClock {
  let offsetMs = 0;
  let exact = false;
  return {
    now: () => now() + offsetMs,
    setExactly(serverTime) {
      if (!Number.isFinite(serverTime)) return;
      exact = true;
      offsetMs = serverTime - now();
    },
    setRoughly(serverTime) {
      if (!exact) offsetMs = serverTime + 500 - now();
    },
  };
}
