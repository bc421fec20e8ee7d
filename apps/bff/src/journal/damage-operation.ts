import { say } from '@countersign/api/statements';
import { customName } from '@countersign/hai/event';
import type { Transaction } from '../store/transaction.ts';
import { operation } from './operation.ts';

const taskDamaged = say('stream.task-damaged');

/** `keys` contains the damaged tasks: reported once, and marked with the task from then on. */
export const damageScope = 'damaged';

/** Records in a task that a part of it could not be read; true if it was not recorded before. */
export const noteDamage = operation<{ threadId: string }, boolean>(
  'noteDamage',
  (transaction, { threadId }) => markDamaged(transaction, threadId),
  { waits: true },
);

/** The same inside another operation. */
export async function markDamaged(transaction: Transaction, threadId: string): Promise<boolean> {
  const run = await transaction.get<{ run: string }>(
    'SELECT run FROM tasks WHERE id = ?',
    threadId,
  );
  const fresh = await transaction.run(
    'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
    damageScope,
    threadId,
    '',
    '',
    transaction.now,
  );
  if (fresh === 0 || run === undefined) return false;
  const place = { threadId, runId: run.run };
  await transaction.fact(place, customName.anomaly, {
    kind: 'event-unreadable',
    agentId: 'countersign',
    detail: taskDamaged.text,
    statement: taskDamaged.statement,
  });
  await transaction.run('UPDATE tasks SET anomalies = anomalies + 1 WHERE id = ?', threadId);
  return true;
}
