/** Delay after the operator has left, for a question that opened before. */
const GRACE_MS = 10_000;

/** When a notification for a question is due, epoch ms; infinity = never again. `toldAt`: when it was last notified. */
export function dueAt(
  reportedAt: number | undefined,
  since: { knownAt: number; awaySince: number; repeatMs: number | null },
): number {
  const { knownAt, awaySince, repeatMs } = since;
  if (reportedAt !== undefined) {
    return repeatMs === null ? Number.POSITIVE_INFINITY : reportedAt + repeatMs;
  }
  return knownAt < awaySince ? awaySince + GRACE_MS : knownAt;
}
