const minDelayMs = 250;
const maxDelayMs = 15_000;

/** Milliseconds to wait before try number `attempt` (from 1): exponential with full jitter, 250 ms to 15 s. */
export function backoffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(attempt, 20));
  return Math.round(minDelayMs + random() * (ceiling - minDelayMs));
}
