import type { Prompt } from '@countersign/api/prompt';
import { atDeadline, isDue } from '@countersign/desk/deadline';
import { say } from '@countersign/desk/statements';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import { removeExpiry } from '../../rows/questions/prompts.ts';
import { rulingOn } from '../policy-in-force.ts';
import { closePrompt } from '../questions/close-prompt.ts';
import { storeDecision } from '../store-decision.ts';

/** The deadline of a prompt: its default is sent without an operator, or it lapses. Once. */
export async function applyDeadline(
  transaction: Transaction,
  prompt: Prompt,
  decisionId: string,
): Promise<void> {
  const end = atDeadline(prompt);
  const { runId } = prompt;
  if (end.kind === 'expired') {
    const tells = end.isRefused ? 'default-refused' : 'expired';
    await closePrompt(transaction, prompt.id, 'expired', { runId, reason: end.reason, tells });
    return;
  }
  const { by, feedback } = end;
  const submitted = { decisionId, by, feedback, digest: prompt.digest };
  const outcome = await storeDecision(transaction, prompt, submitted);
  if (outcome.kind !== 'not-entitled') return;
  if ((await rulingOn(transaction, prompt)).isStopped) {
    // What was not sent at the deadline is not sent when answers go on by themselves again.
    await removeExpiry(transaction, prompt.id);
    await promptFact(transaction, prompt.id, 'rescheduled');
    return;
  }
  const reason = say('deadline.default-not-allowed', { why: outcome.why });
  await closePrompt(transaction, prompt.id, 'expired', { runId, reason, tells: 'expired' });
}

/** Run by the server's timer at a deadline; does nothing if it was answered before. */
export const expire = operation<{ promptId: string; decisionId: string }, null>(
  'expire',
  async (transaction, input) => {
    const prompt = await readPrompt(transaction, input.promptId);
    if (prompt !== null && isDue(prompt, transaction.now)) {
      await applyDeadline(transaction, prompt, input.decisionId);
    }
    return null;
  },
  { waits: true },
);
