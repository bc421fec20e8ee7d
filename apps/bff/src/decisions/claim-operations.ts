import { customName } from '@countersign/hai/event';
import type { Operation } from '../journal/operation.ts';
import { readPrompt } from './records.ts';

export interface Claim {
  operator: string;
  name: string;
  /** Epoch ms. */
  until: number;
}

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
  const held = transaction.get<Claim>(
    'SELECT operator, name, until FROM claims WHERE prompt = ? AND until > ? AND operator <> ?',
    input.promptId,
    transaction.now,
    input.operatorId,
  );
  if (held !== undefined) {
    return {
      kind: 'held-by-other',
      claim: { operator: held.operator, name: held.name, until: held.until },
    };
  }
  const claim = {
    operator: input.operatorId,
    name: input.name,
    until: transaction.now + input.leaseMs,
  };
  transaction.run(
    `INSERT INTO claims(prompt, operator, name, until) VALUES(?,?,?,?) ON CONFLICT(prompt)
     DO UPDATE SET operator = excluded.operator, name = excluded.name, until = excluded.until`,
    input.promptId,
    claim.operator,
    claim.name,
    claim.until,
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
