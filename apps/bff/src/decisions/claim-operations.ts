import type { Claim } from '@countersign/api/prompt';
import { customName } from '@countersign/hai/event';
import type { Operation } from '../journal/operation.ts';
import { readPrompt } from './records.ts';

export type ClaimOutcome =
  | { kind: 'held'; claim: Claim }
  | { kind: 'held-by-other'; claim: Claim }
  | { kind: 'not-open' }
  | { kind: 'unknown' };

/** A lease on a prompt: a courtesy between operators, never a lock on the decision. */
export const claimPrompt: Operation<
  { promptId: string; operatorId: string; name: string; leaseMs: number },
  ClaimOutcome
> = (transaction, input) => {
  const prompt = readPrompt(transaction, input.promptId);
  if (prompt === null) return { kind: 'unknown' };
  if (prompt.state !== 'open') return { kind: 'not-open' };
  const held = prompt.claim !== null && prompt.claim.until > transaction.now ? prompt.claim : null;
  if (held !== null && held.operator !== input.operatorId) {
    return { kind: 'held-by-other', claim: held };
  }
  const claim: Claim = {
    operator: input.operatorId,
    name: input.name,
    since: held?.since ?? transaction.now,
    until: transaction.now + input.leaseMs,
    takeOver: held?.takeOver ?? null,
  };
  transaction.run(
    `INSERT INTO claims(prompt, operator, until, granted_at, body) VALUES(?,?,?,?,?) ON CONFLICT(prompt) DO UPDATE SET
      operator = excluded.operator, until = excluded.until, granted_at = excluded.granted_at, body = excluded.body`,
    input.promptId,
    claim.operator,
    claim.until,
    claim.takeOver?.grantedAt ?? null,
    JSON.stringify(claim),
  );
  transaction.fact({ threadId: prompt.taskId, runId: prompt.runId }, customName.claim, {
    change: 'claimed',
    promptId: prompt.id,
    claim,
  });
  return { kind: 'held', claim };
};

export const releaseClaim: Operation<{ promptId: string; operatorId: string }, null> = (
  transaction,
  input,
) => {
  const released = transaction.run(
    'DELETE FROM claims WHERE prompt = ? AND operator = ?',
    input.promptId,
    input.operatorId,
  );
  const prompt = readPrompt(transaction, input.promptId);
  if (released > 0 && prompt !== null) {
    transaction.fact({ threadId: prompt.taskId, runId: prompt.runId }, customName.claim, {
      change: 'released',
      promptId: prompt.id,
      claim: null,
    });
  }
  return null;
};

/** What an operator has typed so far, kept beside the prompt until it is decided. */
export const saveDraft: Operation<{ promptId: string; operatorId: string; body: string }, null> = (
  transaction,
  input,
) => {
  transaction.run(
    `INSERT INTO drafts(prompt, operator, body, at) VALUES(?,?,?,?)
     ON CONFLICT(prompt, operator) DO UPDATE SET body = excluded.body, at = excluded.at`,
    input.promptId,
    input.operatorId,
    input.body,
    transaction.now,
  );
  return null;
};
