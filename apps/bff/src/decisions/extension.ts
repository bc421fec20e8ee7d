import type { Prompt } from '@countersign/api/prompt';
import type { UpMessage } from '@countersign/upformat/message';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { enqueueDelivery } from '../outbox/enqueue.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { isDue } from './deadline.ts';

export type ExtensionOutcome =
  | { kind: 'extended'; prompt: Prompt }
  /** `reason` is a sentence. */
  | { kind: 'refused'; reason: string; prompt: Prompt }
  | { kind: 'unknown' };

export interface ExtensionInput {
  promptId: string;
  operatorId: string;
  /** The deadline that was shown, epoch ms. */
  expiresAt: number;
  /** Of the message that tells the agent. */
  messageId: string;
}

/** Puts a deadline off by one step of what the agent allows, and tells the agent; what is asked stays as it is. */
export const extendPrompt = operation<ExtensionInput, ExtensionOutcome>(
  'extendPrompt',
  (transaction, input) => {
    const { promptId, operatorId, messageId } = input;
    const prompt = readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    const refusal = refusalOf(prompt, input.expiresAt, transaction.now);
    if (refusal !== null) return { kind: 'refused', reason: refusal, prompt };
    const expiresAt = input.expiresAt + (prompt.extension?.seconds ?? 0) * 1_000;
    transaction.run(
      'UPDATE prompts SET expires = ?, extended = extended + 1 WHERE id = ?',
      expiresAt,
      promptId,
    );
    if (prompt.origin === 'upformat')
      tellAgent(transaction, prompt, { operatorId, messageId, expiresAt });
    promptFact(transaction, promptId, 'extended', prompt.runId);
    transaction.audit({
      operator: operatorId,
      action: 'extension',
      threadId: prompt.taskId,
      detail: { promptId, from: input.expiresAt, to: expiresAt },
    });
    return { kind: 'extended', prompt: readPrompt(transaction, promptId) ?? prompt };
  },
);

function refusalOf(prompt: Prompt, shown: number, now: number): string | null {
  if (prompt.state !== 'open') return 'It is not open any more.';
  if (isDue(prompt, now)) return 'Its deadline has passed.';
  if (prompt.extension === null) return 'The agent does not allow it.';
  // First: who was shown an older deadline has to look again, however often it may still be put off.
  if (prompt.expiresAt !== shown) return 'The deadline has moved since it was shown.';
  if (prompt.extension.left === 0) return 'The agent does not allow it once more.';
  return null;
}

/** Travels like an answer, but never starts a run: an agent that cannot hear it has its own deadline. */
function tellAgent(
  transaction: Transaction,
  prompt: Prompt,
  notice: { operatorId: string; messageId: string; expiresAt: number },
): void {
  const message: UpMessage = {
    messageId: notice.messageId,
    threadId: prompt.message.threadId,
    parentMessageId: prompt.message.messageId,
    timestamp: new Date(transaction.now).toISOString(),
    // It asks what it asked before: only the deadline is another.
    state: prompt.message.state,
    upPrompt: { expiresAt: new Date(notice.expiresAt).toISOString() },
    agentId: `operator:${notice.operatorId}`,
  };
  enqueueDelivery(transaction, {
    id: notice.messageId,
    kind: 'notice',
    runId: prompt.runId,
    message,
    due: transaction.now,
  });
}
