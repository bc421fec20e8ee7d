import { damageScope } from '../store/keys.ts';
import type { Transaction } from '../store/transaction.ts';
import { operation } from './operation.ts';

const dayMs = 86_400_000;
/** How long an idempotency key is kept: no request is repeated after that. */
const keysMs = 30 * dayMs;
/** How long deliveries and calls to webhooks are kept after they are settled. */
const settledMs = 7 * dayMs;
/** Rows of a table per transaction, so that others do not wait for it. */
const atOnce = 500;

/** Removes data that is no longer needed; true if there is more of it. Events, decisions and the audit are kept forever. */
export const prune = operation<null, boolean>('prune', async (transaction) => {
  const { now } = transaction;
  const removed = [
    await forget(transaction, 'sessions', 'SELECT token FROM sessions WHERE expires <= ?', now),
    // A key of an open question records that a rule has been tried on it.
    await transaction.run(
      `DELETE FROM keys WHERE (scope, key) IN (SELECT scope, key FROM keys WHERE at < ? AND scope <> '${damageScope}' ORDER BY at LIMIT ${atOnce})`,
      now - keysMs,
    ),
    await forget(
      transaction,
      'outbox',
      `SELECT id FROM outbox WHERE state NOT IN ('pending', 'held') AND due < ? ORDER BY due`,
      now - settledMs,
    ),
    // While a prompt is open, its calls show how often webhooks were called for it.
    await forget(
      transaction,
      'webhook_calls',
      `SELECT id FROM webhook_calls WHERE state <> 'pending' AND created < ?
       AND NOT EXISTS (SELECT 1 FROM prompts p WHERE p.id = webhook_calls.prompt AND p.state = 'open') ORDER BY created`,
      now - settledMs,
    ),
  ];
  return removed.some((count) => count >= atOnce);
});

async function forget(
  transaction: Transaction,
  table: 'sessions' | 'outbox' | 'webhook_calls',
  select: string,
  before: number,
): Promise<number> {
  const key = table === 'sessions' ? 'token' : 'id';
  return transaction.run(
    `DELETE FROM ${table} WHERE ${key} IN (${select} LIMIT ${atOnce})`,
    before,
  );
}
