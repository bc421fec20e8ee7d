import { say } from '@countersign/api/statements';
import { customName } from '@countersign/hai/event';
import { markTaskDamaged } from '../store/keys.ts';
import { addAnomalies, lastRunIdOf } from '../store/task-marks.ts';
import type { Transaction } from '../store/transaction.ts';
import { operation } from './operation.ts';

const taskDamaged = say('stream.task-damaged');

/** Records in a task that a part of it could not be read; true if it was not recorded before. */
export const noteDamage = operation<{ threadId: string }, boolean>(
  'noteDamage',
  (transaction, { threadId }) => markDamaged(transaction, threadId),
  { waits: true },
);

/** The same inside another operation. */
export async function markDamaged(transaction: Transaction, threadId: string): Promise<boolean> {
  const run = await lastRunIdOf(transaction, threadId);
  const fresh = await markTaskDamaged(transaction, threadId);
  if (!fresh || run === undefined) return false;
  const place = { threadId, runId: run.run };
  await transaction.fact(place, customName.anomaly, {
    kind: 'event-unreadable',
    agentId: 'countersign',
    detail: taskDamaged.text,
    statement: taskDamaged.statement,
  });
  await addAnomalies(transaction, 1, threadId);
  return true;
}
