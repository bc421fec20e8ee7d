import type { Awaitable } from './awaitable.ts';
import { damageScope } from './keys.ts';
import type { Writing } from './port.ts';

/** What is removed when it is old: rows before a time, epoch ms, at most `limit`, the oldest first. Each returns how many there were. */
type Removal = (writing: Writing, before: number, limit: number) => Awaitable<number>;

export const deleteSessionsEnded: Removal = (writing, before, limit) =>
  writing.run(
    'DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE expires <= ? LIMIT ?)',
    before,
    limit,
  );

/** That a task is damaged is kept. */
export const deleteOldKeys: Removal = (writing, before, limit) =>
  writing.run(
    `DELETE FROM keys WHERE (scope, key) IN (SELECT scope, key FROM keys WHERE at < ? AND scope <> '${damageScope}' ORDER BY at LIMIT ?)`,
    before,
    limit,
  );

export const deleteSettledDeliveries: Removal = (writing, before, limit) =>
  writing.run(
    `DELETE FROM outbox WHERE id IN (
       SELECT id FROM outbox WHERE state NOT IN ('pending', 'held') AND due < ? ORDER BY due LIMIT ?)`,
    before,
    limit,
  );

/** While a prompt is open, its calls show how often webhooks were called for it. */
export const deleteSettledCalls: Removal = (writing, before, limit) =>
  writing.run(
    `DELETE FROM webhook_calls WHERE id IN (
       SELECT id FROM webhook_calls WHERE state <> 'pending' AND created < ?
       AND NOT EXISTS (SELECT 1 FROM prompts p WHERE p.id = webhook_calls.prompt AND p.state = 'open')
       ORDER BY created LIMIT ?)`,
    before,
    limit,
  );
