/** Of the normal distribution, for 95 %. */
const z = 1.96;

/** The Wilson interval of a share of `n`, at 95 %: it stays within 0 and 1, also for few and for all. */
export function wilson(part: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const share = part / n;
  const weight = 1 + (z * z) / n;
  const middle = (share + (z * z) / (2 * n)) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
