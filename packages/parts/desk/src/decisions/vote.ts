import type { Prompt } from '@countersign/api/prompt';
import { decidedValue } from '@countersign/policy/accept-decision';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { promptFact } from '../records/prompt-fact.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { endVotes, insertVote } from '../rows/policy/votes.ts';
import type { Answer } from './record-decision.ts';

/** Keeps a yes that is not enough alone. A yes to another value starts the count again: it is what would be sent now. */
export async function keepVote(
  transaction: Transaction,
  prompt: Prompt,
  { decisionId, by, feedback }: Answer,
): Promise<void> {
  const value = decidedValue(feedback);
  await endVotes(transaction, { promptId: prompt.id, as: 'outdated', byId: by.id });
  await endVotes(transaction, { promptId: prompt.id, as: 'outdated', butFor: value });
  await insertVote(transaction, {
    ...{ id: decisionId, promptId: prompt.id, byId: by.id, byName: by.name },
    ...{ feedback: JSON.stringify(feedback), digest: prompt.digest, value },
  });
  await promptFact(transaction, prompt.id, 'voted');
  await transaction.audit({
    operator: by.id,
    action: 'vote',
    threadId: prompt.taskId,
    detail: { voteId: decisionId, promptId: prompt.id, digest: prompt.digest, feedback },
  });
}

/** Takes the own yes back while others are still missing; the question as it is then. */
export const withdrawVote = operation<{ promptId: string; operatorId: string }, Prompt | null>(
  'withdrawVote',
  async (transaction, { promptId, operatorId }) => {
    const prompt = await readPrompt(transaction, promptId);
    if (prompt === null || prompt.state !== 'open') return prompt;
    const ended = await endVotes(transaction, { promptId, as: 'withdrawn', byId: operatorId });
    if (ended === 0) return prompt;
    await promptFact(transaction, promptId, 'voted');
    await transaction.audit({
      operator: operatorId,
      action: 'vote:withdraw',
      threadId: prompt.taskId,
      detail: { promptId },
    });
    return readPrompt(transaction, promptId);
  },
);
