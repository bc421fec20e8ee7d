import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import { answerRefusal } from '@countersign/desk/accept-answer';
import { isDue } from '@countersign/desk/deadline';
import type { Issue } from '@countersign/hai/decoded';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import type { UpFeedback } from '@countersign/upformat/message';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { applyDeadline } from './deadlines/deadline.ts';
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
  /** For how long it can be recalled at most, milliseconds; absent = as long as the policy says. */
  holdMs?: number | undefined;
  /** It is one answer to several prompts. */
  inBulk?: boolean | undefined;
  /** It is held for the others of its batch, milliseconds at most. */
  batchMs?: number | undefined;
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
export const decide = operation<DecideInput, DecideOutcome>(
  'decide',
  async (transaction, input) => {
    const request = { ...input, scope: `decision:${input.by.id}` };
    const use = await readKey(transaction, request);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') {
      const recorded = await readDecision(transaction, use.answer);
      return recorded === null
        ? { kind: 'key-conflict' }
        : { kind: 'recorded', decision: recorded };
    }
    const found = await readPrompt(transaction, input.promptId);
    if (found === null) return { kind: 'unknown' };
    // The deadline applies even before its timer has run: the answer came too late.
    if (isDue(found, transaction.now)) await applyDeadline(transaction, found, input.decisionId);
    const prompt = (await readPrompt(transaction, input.promptId)) ?? found;
    const policy = await classPolicyOf(transaction, prompt);
    const refusal = answerRefusal(prompt, input, { now: transaction.now, policy });
    if (refusal !== null) return refusal.kind === 'invalid' ? refusal : { ...refusal, prompt };
    const decision = await recordDecision(transaction, prompt, input);
    await keepKey(transaction, request, input.decisionId);
    return { kind: 'recorded', decision };
  },
);
