import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading } from './port.ts';

// Separate minima: one is found by its index only if it is the only one requested.
const nextEnd = `SELECT MIN(at) AS at FROM (SELECT MIN(until) AS at FROM claims
  UNION ALL SELECT MIN(granted_at) AS at FROM claims WHERE granted_at IS NOT NULL) AS ends`;

/** When the next claim ends or is granted to another, epoch ms; infinite = none. */
export const nextClaimEnd = (reading: Reading): Awaitable<number> =>
  whenRead(
    reading.get<{ at: number | null }>(nextEnd),
    (row) => row?.at ?? Number.POSITIVE_INFINITY,
  );
