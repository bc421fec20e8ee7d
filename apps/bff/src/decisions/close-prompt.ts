import type { Prompt } from '@countersign/api/prompt';
import type { Transaction } from '../journal/transaction.ts';
import { advanceQueue } from '../outbox/queue.ts';
import { settleAnswerGroups } from '../records/answer-group.ts';
import { stopperOf } from '../records/control-records.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { dropDrafts } from './drafts-operations.ts';
import { dropClaim } from './drop-claim.ts';

/** Closes an open prompt without an answer; nothing happens if it is not open. */
export function closePrompt(
  transaction: Transaction,
  promptId: string,
  state: 'withdrawn' | 'expired',
  cause: { runId: string | null; reason: string; stoppedBy?: Prompt['stoppedBy'] },
): void {
  const { stoppedBy = null } = cause;
  const closed = transaction.run(
    `UPDATE prompts SET state = ?, closed = ?, closed_reason = ?, stopped_by = ? WHERE id = ? AND state = 'open'`,
    state,
    transaction.now,
    cause.reason,
    stoppedBy === null ? null : JSON.stringify(stoppedBy),
    promptId,
  );
  if (closed === 0) return;
  dropClaim(transaction, promptId);
  dropDrafts(transaction, promptId);
  promptFact(transaction, promptId, state, cause.runId);
  const thread = transaction.get<{ thread: string }>(
    'SELECT thread FROM prompts WHERE id = ?',
    promptId,
  );
  // Answers and words that waited for this prompt can be sent now.
  if (thread === undefined) return;
  settleAnswerGroups(transaction, thread.thread);
  advanceQueue(transaction, thread.thread);
}

/** Withdraws the open questions of a run, because it was stopped. */
export function withdrawPrompts(transaction: Transaction, runId: string, reason: string): void {
  const open = transaction.all<{ id: string }>(
    `SELECT id FROM prompts WHERE run = ? AND state = 'open' ORDER BY sequence, place`,
    runId,
  );
  const stoppedBy = stopperOf(transaction, runId);
  for (const { id } of open)
    closePrompt(transaction, id, 'withdrawn', { runId, reason, stoppedBy });
}
