import type { Clock } from '@countersign/server/runtime/clock';

/** Counts calls of each caller and route in the last minute. In memory: a server among several counts its own. */
export function createCallRate(clock: Clock): {
  /** false = it has made as many as it may. */
  take(key: string, perMinute: number): boolean;
} {
  const calls = new Map<string, number[]>();
  return {
    take(key, perMinute) {
      const now = clock.monotonic();
      // Callers that have not called for a minute are forgotten.
      for (const [other, times] of calls) {
        if (now - (times.at(-1) ?? 0) >= 60_000) calls.delete(other);
      }
      const recent = (calls.get(key) ?? []).filter((at) => now - at < 60_000);
      if (recent.length >= perMinute) return false;
      calls.set(key, [...recent, now]);
      return true;
    },
  };
}
