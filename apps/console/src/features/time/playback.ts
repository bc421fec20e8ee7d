/** Maximum pause between two events, in ms of playback at 1×. */
export const longestGapMs = 2_000;
/** Speeds there are to choose from. */
export const speeds = [1, 2, 5, 10, 20, 50] as const;

/** The position of the playback: events passed, and the remaining time. */
export interface Advance {
  passed: number;
  restMs: number;
}

/**
 * Plays on by the events' own times.
 *
 * @param times when the shown event and those after it came, epoch ms
 * @param budgetMs played time there is to spend
 */
export function advance(times: readonly number[], budgetMs: number): Advance {
  let restMs = budgetMs;
  let passed = 0;
  for (let next = 1; next < times.length; next += 1) {
    const gap = (times[next] ?? 0) - (times[next - 1] ?? 0);
    const cost = Math.min(longestGapMs, Math.max(0, gap));
    if (cost > restMs) break;
    restMs -= cost;
    passed = next;
  }
  return { passed, restMs };
}
