import type { DecisionFact } from '@countersign/api/fact';
import { customName } from '@countersign/hai/event';
import type { Transaction } from '../journal/transaction.ts';
import { readDecision, readPrompt } from './records.ts';

function decisionFact(
  transaction: Transaction,
  decisionId: string,
  change: DecisionFact['change'],
): void {
  const decision = readDecision(transaction, decisionId);
  const prompt = decision === null ? null : readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return;
  const fact: DecisionFact = { change, decision };
  transaction.fact({ threadId: prompt.taskId, runId: prompt.runId }, customName.decision, fact);
}

/** The agent's endpoint has taken the answer. An acknowledgement may have been faster: it stands. */
export function markDelivered(transaction: Transaction, decisionId: string): void {
  transaction.run(`UPDATE outbox SET state = 'done' WHERE id = ?`, decisionId);
  const changed = transaction.run(
    `UPDATE decisions SET state = 'delivered', delivered = ?, failure = NULL WHERE id = ? AND state = 'recorded'`,
    transaction.now,
    decisionId,
  );
  if (changed > 0) decisionFact(transaction, decisionId, 'delivered');
}

/** Given up, with the reason in words an operator can act on. */
export function markUndeliverable(
  transaction: Transaction,
  decisionId: string,
  reason: string,
): void {
  transaction.run(`UPDATE outbox SET state = 'dead' WHERE id = ?`, decisionId);
  const changed = transaction.run(
    `UPDATE decisions SET state = 'undeliverable', failure = ? WHERE id = ? AND state = 'recorded'`,
    reason,
    decisionId,
  );
  if (changed > 0) decisionFact(transaction, decisionId, 'undeliverable');
}
