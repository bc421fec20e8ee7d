import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import { answerRefusal } from '@countersign/desk/accept-answer';
import { isDue } from '@countersign/desk/deadline';
import type { Issue } from '@countersign/hai/decoded';
import type { UpFeedback } from '@countersign/upformat/message';
import { operation } from '../journal/operation.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { applyDeadline } from './deadline.ts';
import { classPolicyOf } from './policy.ts';
import { recordDecision } from './record-decision.ts';

export interface DecideInput {
  promptId: string;
  decisionId: string;
  /** The id for the decision of the default, if the deadline has passed. */
  by: Decider;
  feedback: UpFeedback;
  digest: string;
  /** Answers although another operator holds the prompt. */
  despiteClaim: boolean;
  key: string;
  /** Why its content could not be checked against the prompt's schema; it is audited with the answer. */
  unchecked?: string | null;
  /** Digest of the request's body: a key is bound to the body it was first used with. */
  bodyHash: string;
}

export type DecideOutcome =
  | { kind: 'recorded'; decision: Decision }
  | { kind: 'answered' | 'closed' | 'changed' | 'claimed'; prompt: Prompt }
  | { kind: 'invalid'; errors: Issue[] }
  | { kind: 'key-conflict' }
  | { kind: 'unknown' };

/** One answer wins: compare-and-set on the open prompt, with all consequences, in one transaction. */
export const decide = operation<DecideInput, DecideOutcome>('decide', (transaction, input) => {
  const scope = `decision:${input.by.id}`;
  const used = transaction.get<{ body: string; answer: string }>(
    'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
    scope,
    input.key,
  );
  if (used !== undefined) {
    const decision = readDecision(transaction, used.answer);
    if (used.body !== input.bodyHash || decision === null) return { kind: 'key-conflict' };
    return { kind: 'recorded', decision };
  }
  const found = readPrompt(transaction, input.promptId);
  if (found === null) return { kind: 'unknown' };
  // The deadline applies even before its timer has run: the answer came too late.
  if (isDue(found, transaction.now)) applyDeadline(transaction, found, input.decisionId);
  const prompt = readPrompt(transaction, input.promptId) ?? found;
  const policy = classPolicyOf(transaction, prompt);
  const refusal = answerRefusal(prompt, input, { now: transaction.now, policy });
  if (refusal !== null) return refusal.kind === 'invalid' ? refusal : { ...refusal, prompt };
  const decision = recordDecision(transaction, prompt, input);
  transaction.run(
    'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?)',
    scope,
    input.key,
    input.bodyHash,
    input.decisionId,
    transaction.now,
  );
  return { kind: 'recorded', decision };
});
