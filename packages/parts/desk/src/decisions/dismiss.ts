import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import { isDismissable } from '@countersign/desk/delivery-method';
import { operation } from '@countersign/server/journal/operation';
import { aboutPrompt } from '../records/about-prompt.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { closePrompt } from './questions/close-prompt.ts';

export interface DismissInput {
  promptId: string;
  operator: { id: string; name: string };
  reason: string;
}

export type DismissOutcome =
  | { kind: 'dismissed' | 'closed' | 'answerable'; prompt: Prompt }
  | { kind: 'unknown' };

/** Closes a prompt without an answer, for which none can be delivered, or whose last answer came back. */
export const dismissPrompt = operation<DismissInput, DismissOutcome>(
  'dismissPrompt',
  async (transaction, input) => {
    const { promptId, operator, reason } = input;
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null) return { kind: 'unknown' };
    if (prompt.state !== 'open') return { kind: 'closed', prompt };
    if (!isDismissable(prompt)) return { kind: 'answerable', prompt };
    const said = say('closed.dismissed', { name: operator.name, reason });
    const { runId } = prompt;
    const cause = { runId, reason: said, tells: 'withdrawn' } as const;
    await closePrompt(transaction, promptId, 'withdrawn', cause);
    await transaction.audit({
      operator: operator.id,
      action: 'dismiss',
      threadId: prompt.taskId,
      detail: { ...aboutPrompt(prompt), reason },
    });
    return { kind: 'dismissed', prompt: (await readPrompt(transaction, promptId)) ?? prompt };
  },
);
