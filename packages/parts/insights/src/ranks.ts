/** How many took so long. */
export interface Counted {
  ms: number;
  n: number;
}

/** The nearest rank: the least length that at least so many of 100 are not above; null = there are none. */
export function rankOf(times: readonly Counted[], percent: number): number | null {
  const sorted = times.toSorted((left, right) => left.ms - right.ms);
  const all = sorted.reduce((sum, { n }) => sum + n, 0);
  let passed = 0;
  for (const { ms, n } of sorted) {
    passed += n;
    if (passed * 100 >= all * percent) return ms;
  }
  return null;
}
