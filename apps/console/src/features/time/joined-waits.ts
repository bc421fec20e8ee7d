/** A wait that is drawn short. `x` and `width` are shares of the axis, the rest is epoch ms. */
interface DrawnWait {
  from: number;
  to: number;
  x: number;
  width: number;
}

/** Nearer than this, as a share of the axis, two lengths would be written over each other. */
const leastApart = 0.03;

/** Adjacent waits show their total length once. In the order of time. */
export function joinedWaits(
  waits: readonly DrawnWait[],
): { x: number; width: number; ms: number }[] {
  const joined: { x: number; width: number; ms: number }[] = [];
  for (const { from, to, x, width } of waits) {
    const last = joined.at(-1);
    if (last !== undefined && x - (last.x + last.width) < leastApart) {
      last.width = x + width - last.x;
      last.ms += to - from;
    } else joined.push({ x, width, ms: to - from });
  }
  return joined;
}
