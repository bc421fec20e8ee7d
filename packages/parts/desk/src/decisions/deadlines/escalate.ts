import type { Prompt } from '@countersign/api/prompt';
import { atStep, isStepDue } from '@countersign/desk/escalation';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { aboutPrompt } from '../../records/about-prompt.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import { endSnoozeOf } from '../../rows/questions/prompts.ts';
import { storeDecision } from '../store-decision.ts';
import { climb } from './escalation.ts';

/** Run by the server's timer if a prompt was not claimed or answered in the time of the step; does nothing if it was. */
export const escalate = operation<{ promptId: string; decisionId: string }, null>(
  'escalate',
  async (transaction, { promptId, decisionId }) => {
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null || !isStepDue(prompt, transaction.now)) return null;
    await takeStep(transaction, prompt, decisionId);
    return null;
  },
  { waits: true },
);

async function takeStep(
  transaction: Transaction,
  prompt: Prompt,
  decisionId: string,
): Promise<void> {
  const step = await climb(transaction, prompt);
  const outcome = atStep(step, prompt);
  if (outcome.kind === 'default') {
    const { by, feedback } = outcome;
    const climbed = (await readPrompt(transaction, prompt.id)) ?? prompt;
    const submitted = { decisionId, by, feedback, digest: climbed.digest };
    if ((await storeDecision(transaction, climbed, submitted)).kind === 'recorded') return;
  }
  // The prompt must be visible to the group that is responsible now, even if it was snoozed.
  await endSnoozeOf(transaction, prompt.id);
  await promptFact(transaction, prompt.id, 'escalated');
  await transaction.audit({
    operator: 'countersign:escalation',
    action: 'escalation',
    threadId: prompt.taskId,
    detail: { ...aboutPrompt(prompt), step },
  });
}
