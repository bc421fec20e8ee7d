import type { QueuedMessage } from '@countersign/api/task';
import { operation } from '@countersign/server/journal/operation';
import { advanceQueue } from '../outbox/queue.ts';
import { publishQueued, readQueuedMessage } from '../outbox/queued-messages.ts';
import { markRecalled, sendingStateOf } from '../rows/outbox.ts';

export interface WithdrawInput {
  threadId: string;
  messageId: string;
  operatorId: string;
  isAdmin: boolean;
}

export type WithdrawOutcome =
  | { kind: 'withdrawn'; words: QueuedMessage }
  | { kind: 'left' | 'forbidden' | 'unknown' };

/** Withdraws words that wait for the next run, or dismisses unsent ones. A repeated request has no effect. */
export const withdrawQueued = operation<WithdrawInput, WithdrawOutcome>(
  'withdrawQueued',
  async (transaction, input) => {
    const { threadId, messageId, operatorId, isAdmin } = input;
    const found = await readQueuedMessage(transaction, messageId);
    if (found === null || found.words.taskId !== threadId) return { kind: 'unknown' };
    if (found.words.by !== operatorId && !isAdmin) return { kind: 'forbidden' };
    const words: QueuedMessage = { ...found.words, state: 'withdrawn' };
    const row = await sendingStateOf(transaction, messageId);
    if (row?.state === 'recalled') return { kind: 'withdrawn', words };
    const waits = row?.queued != null && row.attempts === 0 && /^(held|pending)$/.test(row.state);
    if (!waits && row?.state !== 'dead') return { kind: 'left' };
    await markRecalled(transaction, messageId);
    await publishQueued(transaction, messageId, 'withdrawn');
    await advanceQueue(transaction, threadId);
    await transaction.audit({
      operator: operatorId,
      action: 'message:withdraw',
      threadId,
      detail: { messageId },
    });
    return { kind: 'withdrawn', words };
  },
);
