/** What came while the operator looked is told only so long after the operator has gone. */
const GRACE_MS = 10_000;

/** When a question has to be told of, epoch ms; infinity = not any more. `toldAt` is when it last was. */
export function dueAt(
  toldAt: number | undefined,
  since: { knownAt: number; awaySince: number; repeatMs: number | null },
): number {
  const { knownAt, awaySince, repeatMs } = since;
  if (toldAt !== undefined) {
    return repeatMs === null ? Number.POSITIVE_INFINITY : toldAt + repeatMs;
  }
  return knownAt < awaySince ? awaySince + GRACE_MS : knownAt;
}
