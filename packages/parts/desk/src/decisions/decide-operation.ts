import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import { isDue } from '@countersign/desk/deadline';
import type { Issue } from '@countersign/hai/decoded';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpFeedback } from '@countersign/upformat/message';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { isVote } from '../rows/policy/votes.ts';
import { applyDeadline } from './deadlines/deadline.ts';
import { storeDecision } from './store-decision.ts';

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
  /** It comes from who has requested the task from outside. */
  isCaller?: boolean;
  /** Digest of the request's body: a key is bound to the body it was first used with. */
  bodyHash: string;
}

export type DecideOutcome =
  | { kind: 'recorded'; decision: Decision }
  | { kind: 'answered' | 'closed' | 'changed' | 'claimed'; prompt: Prompt }
  | { kind: 'invalid'; errors: Issue[] }
  | { kind: 'not-entitled'; why: WrittenStatement; prompt: Prompt }
  | { kind: 'voted'; voteId: string; short: number; prompt: Prompt }
  | { kind: 'key-conflict' }
  | { kind: 'unknown' };

/** A repeated yes that counts, or counted until it was withdrawn or outdated. */
async function votedAs(
  transaction: Transaction,
  promptId: string,
  voteId: string,
): Promise<DecideOutcome | null> {
  const prompt = await readPrompt(transaction, promptId);
  if (prompt === null || !(await isVote(transaction, voteId))) return null;
  const short = (prompt.demand?.approvals ?? 1) - prompt.votes.length;
  return { kind: 'voted', voteId, short: Math.max(0, short), prompt };
}

/** One answer wins: compare-and-set on the open prompt, with all consequences, in one transaction. */
export const decide = operation<DecideInput, DecideOutcome>(
  'decide',
  async (transaction, input) => {
    const request = { ...input, scope: `decision:${input.by.id}` };
    const use = await readKey(transaction, request);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') {
      const recorded = await readDecision(transaction, use.answer);
      const voted =
        recorded === null ? await votedAs(transaction, input.promptId, use.answer) : null;
      if (voted !== null) return voted;
      return recorded === null
        ? { kind: 'key-conflict' }
        : { kind: 'recorded', decision: recorded };
    }
    const found = await readPrompt(transaction, input.promptId);
    if (found === null) return { kind: 'unknown' };
    // The deadline applies even before its timer has run: the answer came too late.
    if (isDue(found, transaction.now)) await applyDeadline(transaction, found, input.decisionId);
    const prompt = (await readPrompt(transaction, input.promptId)) ?? found;
    const outcome = await storeDecision(transaction, prompt, input);
    if (outcome.kind === 'invalid') return outcome;
    if (outcome.kind === 'recorded' || outcome.kind === 'voted')
      await keepKey(transaction, request, input.decisionId);
    if (outcome.kind === 'recorded') return outcome;
    const now = (await readPrompt(transaction, prompt.id)) ?? prompt;
    return { ...outcome, voteId: input.decisionId, prompt: now };
  },
);
