import {
  deleteOldKeys,
  deleteSessionsEnded,
  deleteSettledCalls,
  deleteSettledDeliveries,
} from '../store/retention.ts';
import { occasion } from './occasion.ts';
import { operation } from './operation.ts';

const dayMs = 86_400_000;
/** How long an idempotency key is kept: no request is repeated after that. A key of an open question records that a rule has been tried on it. */
const keysMs = 30 * dayMs;
/** How long deliveries and calls to webhooks are kept after they are settled. */
const settledMs = 7 * dayMs;
/** Rows of a table per transaction, so that others do not wait for it. */
const atOnce = 500;

/** Each subject removes about so many of its own rows, and returns how many there were. */
export const pruning = occasion<{ atOnce: number }, number>();

/** Removes data that is no longer needed; true if there is more of it. Events, decisions and the audit are kept forever. */
export const prune = operation<null, boolean>('prune', async (transaction) => {
  const { now } = transaction;
  const removed = [
    await deleteSessionsEnded(transaction, now, atOnce),
    await deleteOldKeys(transaction, now - keysMs, atOnce),
    await deleteSettledDeliveries(transaction, now - settledMs, atOnce),
    await deleteSettledCalls(transaction, now - settledMs, atOnce),
    ...(await pruning.happens(transaction, { atOnce })),
  ];
  return removed.some((count) => count >= atOnce);
});
