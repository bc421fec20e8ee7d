import type { Prompt } from '@countersign/api/prompt';
import { extendDeadline, extensionNotice } from '@countersign/desk/extension';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { enqueueDelivery } from '../../outbox/enqueue.ts';
import { aboutPrompt } from '../../records/about-prompt.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import { extendExpiry } from '../../rows/questions/prompts.ts';

export type ExtensionOutcome =
  | { kind: 'extended'; prompt: Prompt }
  /** `reason` is a sentence. */
  | { kind: 'refused'; reason: WrittenStatement; prompt: Prompt }
  | { kind: 'unknown' };

export interface ExtensionInput {
  promptId: string;
  operatorId: string;
  /** The deadline that was shown, epoch ms. */
  expiresAt: number;
  /** Of the message that notifies the agent. */
  messageId: string;
}

/** Postpones a deadline by one step of what the agent allows, and notifies the agent; the question is unchanged. */
export const extendPrompt = operation<ExtensionInput, ExtensionOutcome>(
  'extendPrompt',
  async (transaction, input) => {
    const { promptId, operatorId, messageId } = input;
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    const decided = extendDeadline(prompt, input.expiresAt, transaction.now);
    if (decided.kind === 'refused') return { ...decided, prompt };
    const { expiresAt } = decided;
    await extendExpiry(transaction, expiresAt, promptId);
    const { runId } = prompt;
    if (runId !== null && prompt.origin.answeredBy === 'message')
      await notifyAgent(transaction, prompt, { runId, operatorId, messageId, expiresAt });
    await promptFact(transaction, promptId, 'extended');
    await transaction.audit({
      operator: operatorId,
      action: 'extension',
      threadId: prompt.taskId,
      detail: { ...aboutPrompt(prompt), from: input.expiresAt, to: expiresAt },
    });
    return { kind: 'extended', prompt: (await readPrompt(transaction, promptId)) ?? prompt };
  },
);

/** Sent like an answer, but never starts a run: an agent without a connection for it keeps its own deadline. */
async function notifyAgent(
  transaction: Transaction,
  prompt: Prompt,
  notice: { runId: string; operatorId: string; messageId: string; expiresAt: number },
): Promise<void> {
  await enqueueDelivery(transaction, {
    id: notice.messageId,
    kind: 'notice',
    runId: notice.runId,
    message: extensionNotice(prompt, { ...notice, now: transaction.now }),
    due: transaction.now,
  });
}
