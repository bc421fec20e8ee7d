import type { Prompt } from '@countersign/api/prompt';
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { readPrompt } from '../records/prompt-records.ts';

export type DraftOutcome = { kind: 'kept' | 'unknown' } | { kind: 'not-open'; prompt: Prompt };

/** What an operator has typed so far, kept beside the prompt until its answer has left. */
export const saveDraft = operation<
  { promptId: string; operatorId: string; body: string },
  DraftOutcome
>('saveDraft', (transaction, input) => {
  const prompt = readPrompt(transaction, input.promptId);
  if (prompt === null) return { kind: 'unknown' };
  // A last key stroke that comes after the answer would stay for ever.
  if (prompt.state !== 'open') return { kind: 'not-open', prompt };
  transaction.run(
    `INSERT INTO drafts(prompt, operator, body, at) VALUES(?,?,?,?)
     ON CONFLICT(prompt, operator) DO UPDATE SET body = excluded.body, at = excluded.at`,
    input.promptId,
    input.operatorId,
    input.body,
    transaction.now,
  );
  return { kind: 'kept' };
});

/** Throws one operator's draft away; true when there was one. */
export const removeDraft = operation<{ promptId: string; operatorId: string }, boolean>(
  'removeDraft',
  (transaction, { promptId, operatorId }) =>
    transaction.run('DELETE FROM drafts WHERE prompt = ? AND operator = ?', promptId, operatorId) >
    0,
);

/**
 * Everybody's drafts of a prompt, once its answer has left or it has closed without one. Until then they stay, so that a
 * recalled answer finds its author's words again.
 */
export function dropDrafts(transaction: Transaction, promptId: string): void {
  const drop = () => transaction.run('DELETE FROM drafts WHERE prompt = ?', promptId);
  // An answer does not fail for a draft that cannot be read.
  transaction.pastDamage('drafts', drop, 0);
}
