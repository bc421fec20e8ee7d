import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import { isListed } from '@countersign/server/store/dialect';
import type { Reading } from '@countersign/server/store/port';

/** When the next delivery is due, epoch ms; infinite = none. Without those of some agents, and without single ones. */
export const nextDeliveryAt = (
  reading: Reading,
  { fullAgents, skipped }: { fullAgents: readonly string[]; skipped: readonly string[] },
): Awaitable<number> =>
  whenRead(
    reading.get<{ due: number }>(
      `SELECT due FROM outbox WHERE state = 'pending' AND NOT agent ${isListed} AND NOT id ${isListed} ORDER BY due LIMIT 1`,
      JSON.stringify(fullAgents),
      JSON.stringify(skipped),
    ),
    (row) => row?.due ?? Number.POSITIVE_INFINITY,
  );
