import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import { customName } from '@countersign/hai/event';
import type { UpFeedback } from '@countersign/upformat/message';
import type { Operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { postAnswer } from './post-answer.ts';
import { promptFact } from './prompt-fact.ts';
import { closePrompt } from './prompt-intake.ts';
import { readDecision, readPrompt } from './records.ts';

export interface DecideInput {
  promptId: string;
  decisionId: string;
  /** Decision that a default would become, should the deadline turn out to have passed. */
  by: Decider;
  feedback: UpFeedback;
  digest: string;
  /** Answers although somebody else holds the prompt. */
  despiteClaim: boolean;
  key: string;
  /** Digest of the request's body: a key is bound to what it was first used for. */
  bodyHash: string;
}

export type DecideOutcome =
  | { kind: 'recorded'; decision: Decision }
  | { kind: 'answered' | 'closed' | 'changed' | 'claimed'; prompt: Prompt }
  | { kind: 'key-conflict' }
  | { kind: 'unknown' };

/** One answer wins: compare-and-set on the open prompt, with everything that follows, in one transaction. */
export const decide: Operation<DecideInput, DecideOutcome> = (transaction, input) => {
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
  // The deadline binds even when its timer has not run yet: the answer came too late.
  if (isDue(found, transaction.now)) applyDeadline(transaction, found, input.decisionId);
  const prompt = readPrompt(transaction, input.promptId) ?? found;
  if (prompt.state === 'answered') return { kind: 'answered', prompt };
  if (prompt.state !== 'open') return { kind: 'closed', prompt };
  if (prompt.digest !== input.digest) return { kind: 'changed', prompt };
  if (!input.despiteClaim && heldByOther(prompt, input.by.id, transaction.now)) {
    return { kind: 'claimed', prompt };
  }
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
};

const isDue = (prompt: Prompt, now: number) =>
  prompt.state === 'open' && prompt.expiresAt !== null && prompt.expiresAt <= now;

const heldByOther = ({ claim }: Prompt, operatorId: string, now: number) =>
  claim !== null && claim.until > now && claim.operator !== operatorId;

/** The deadline of a prompt: its default goes out in nobody's name, or it lapses. Once. */
function applyDeadline(transaction: Transaction, prompt: Prompt, decisionId: string): void {
  const feedback = prompt.message.defaultFeedback;
  if (feedback === undefined) {
    const reason = 'Nobody answered in time.';
    closePrompt(transaction, prompt.id, 'expired', { runId: prompt.runId, reason });
    return;
  }
  recordDecision(transaction, prompt, {
    decisionId,
    by: { kind: 'default', id: 'countersign:default', name: 'Default at deadline' },
    feedback,
  });
}

export interface ExpireInput {
  promptId: string;
  decisionId: string;
}

/** What the server's timer does at a deadline; nothing when an answer was first. */
export const expire: Operation<ExpireInput, null> = (transaction, input) => {
  const prompt = readPrompt(transaction, input.promptId);
  if (prompt !== null && isDue(prompt, transaction.now)) {
    applyDeadline(transaction, prompt, input.decisionId);
  }
  return null;
};

function recordDecision(
  transaction: Transaction,
  prompt: Prompt,
  answer: { decisionId: string; by: Decider; feedback: UpFeedback },
): Decision {
  const { now } = transaction;
  const { decisionId, by, feedback } = answer;
  const won = transaction.run(
    `UPDATE prompts SET state = 'answered', closed = ? WHERE id = ? AND state = 'open' AND digest = ?`,
    now,
    prompt.id,
    prompt.digest,
  );
  if (won !== 1) throw new Error(`prompt ${prompt.id} was not open`);
  transaction.run(
    `INSERT INTO decisions(id, prompt, by_kind, by_id, by_name, feedback, digest, state, recorded)
     VALUES(?,?,?,?,?,?,?,'recorded',?)`,
    decisionId,
    prompt.id,
    by.kind,
    by.id,
    by.name,
    JSON.stringify(feedback),
    prompt.digest,
    now,
  );
  postAnswer(transaction, prompt, {
    decisionId,
    feedback,
    sender: by.kind === 'default' ? by.id : `operator:${by.id}`,
    releaseAt: null,
  });
  transaction.run('DELETE FROM drafts WHERE prompt = ?', prompt.id);
  transaction.run('DELETE FROM claims WHERE prompt = ?', prompt.id);
  promptFact(transaction, prompt.id, 'answered', prompt.runId);
  const decision = readDecision(transaction, decisionId);
  if (decision === null) throw new Error(`decision ${decisionId} was not written`);
  const place = { threadId: prompt.taskId, runId: prompt.runId };
  transaction.fact(place, customName.decision, { change: 'recorded', decision });
  transaction.audit({
    operator: by.id,
    action: 'decision',
    threadId: prompt.taskId,
    detail: { decisionId, promptId: prompt.id, digest: prompt.digest, feedback },
  });
  return decision;
}
