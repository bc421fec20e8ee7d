import { logOf } from '@countersign/api/asker';
import type { DecisionFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { customName } from '@countersign/hai/event';
import type { UpMessage } from '@countersign/upformat/message';
import { placeOf } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import type { Transaction } from '../store/transaction.ts';

/** Something for the agent of a run. `message` is identical at every attempt. */
export interface Outgoing {
  id: string;
  /** A `notice` informs an open run and never starts one; `words` wait for the next run. */
  kind: 'decision' | 'message' | 'notice' | 'words';
  runId: string;
  message: UpMessage;
  /** Epoch ms. */
  due: number;
}

/** Adds something for the agent of a run to the outbox. */
export async function enqueueDelivery(
  transaction: Transaction,
  { id, kind, runId, message, due }: Outgoing,
): Promise<void> {
  await transaction.run(
    `INSERT INTO outbox(id, kind, run, agent, thread, body, state, due)
     SELECT ?, ?, id, agent, thread, ?, 'pending', ? FROM runs WHERE id = ?`,
    id,
    kind,
    JSON.stringify(message),
    due,
    runId,
  );
}

/** Adds an answer for who asked without a run to the outbox. */
export async function enqueueForAsker(
  transaction: Transaction,
  asked: Pick<Prompt, 'taskId' | 'agentId'>,
  { id, message, due }: Pick<Outgoing, 'id' | 'message' | 'due'>,
): Promise<void> {
  await transaction.run(
    `INSERT INTO outbox(id, kind, run, agent, thread, body, state, due) VALUES(?,'decision','',?,?,?,'pending',?)`,
    id,
    asked.agentId,
    logOf(asked),
    JSON.stringify(message),
    due,
  );
}

/** Publishes the complete decision in the log of its prompt. */
export async function decisionFact(
  transaction: Transaction,
  decisionId: string,
  change: DecisionFact['change'],
): Promise<void> {
  const decision = await readDecision(transaction, decisionId);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return;
  const fact: DecisionFact = { change, decision };
  await transaction.fact(placeOf(prompt), customName.decision, fact);
}

/** The agent's endpoint has accepted the answer. An acknowledgement that came earlier is kept. */
export async function markDelivered(transaction: Transaction, decisionId: string): Promise<void> {
  await transaction.run(`UPDATE outbox SET state = 'done' WHERE id = ?`, decisionId);
  const changed = await transaction.run(
    `UPDATE decisions SET state = 'delivered', delivered = ?, failure = NULL, failure_statement = NULL WHERE id = ? AND state = 'recorded'`,
    transaction.now,
    decisionId,
  );
  if (changed > 0) await decisionFact(transaction, decisionId, 'delivered');
}
