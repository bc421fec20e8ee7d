import type { Prompt } from '@countersign/api/prompt';
import { isStillHere } from '@countersign/desk/recall';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { readPrompt } from '../records/prompt-records.ts';
import { deleteDraft, deleteDrafts, writeDraft } from '../rows/drafts.ts';

export type DraftOutcome = { kind: 'kept' | 'unknown' } | { kind: 'not-open'; prompt: Prompt };

/** Whether this operator's answer can still be recalled: the draft is found again then. */
function mayReturn({ decision }: Prompt, operatorId: string, now: number): boolean {
  if (decision === null || decision.by.kind !== 'operator' || decision.by.id !== operatorId)
    return false;
  const isHeld = decision.waitsFor.length > 0 || decision.waitsForRun !== undefined;
  return isStillHere(decision, isHeld, now);
}

/** The draft of an operator, kept with the prompt until its answer has been sent. */
export const saveDraft = operation<
  { promptId: string; operatorId: string; body: string },
  DraftOutcome
>('saveDraft', async (transaction, input) => {
  const prompt = await readPrompt(transaction, input.promptId);
  if (prompt === null) return { kind: 'unknown' };
  // A draft that arrives after the answer was sent would stay forever.
  if (prompt.state !== 'open' && !mayReturn(prompt, input.operatorId, transaction.now))
    return { kind: 'not-open', prompt };
  await writeDraft(transaction, {
    promptId: input.promptId,
    operatorId: input.operatorId,
    body: input.body,
  });
  return { kind: 'kept' };
});

/** Discards the draft of one operator; true if there was one. */
export const removeDraft = operation<{ promptId: string; operatorId: string }, boolean>(
  'removeDraft',
  async (transaction, { promptId, operatorId }) =>
    (await deleteDraft(transaction, promptId, operatorId)) > 0,
);

/**
 * Discards all drafts of a prompt, once its answer was sent or it has closed without one. Until then they are kept, so that the
 * author of a recalled answer finds the draft again.
 */
export async function dropDrafts(transaction: Transaction, promptId: string): Promise<void> {
  const drop = () => deleteDrafts(transaction, promptId);
  // An answer does not fail because of a draft that cannot be read.
  await transaction.pastDamage('drafts', drop, 0);
}
