import type { DecisionFact } from '@countersign/api/fact';
import { customName } from '@countersign/hai/event';
import { textOf } from '@countersign/hai/json-text';
import type { Transaction } from '../journal/transaction.ts';
import { readDecision, readPrompt } from './records.ts';

/** Ids of the decisions a run brings to its agent, as they stand in `runs.carries`. */
export function carriedBy(carries: string | null): string[] {
  if (carries === null) return [];
  return carries.startsWith('[') ? JSON.parse(carries) : [carries];
}

/** What {@link carriedBy} reads. */
export const writeCarried = (ids: readonly string[]): string | null =>
  ids.length > 1 ? JSON.stringify(ids) : (ids[0] ?? null);

const carriedOf = (transaction: Transaction, runId: string): string[] =>
  carriedBy(
    transaction.get<{ carries: string | null }>('SELECT carries FROM runs WHERE id = ?', runId)
      ?.carries ?? null,
  );

/** An agent that has no words for it says by starting the run that it has the answer. UpFormat's own answers wait for a message. */
export function acknowledgeCarried(transaction: Transaction, runId: string): void {
  for (const id of carriedOf(transaction, runId)) {
    const decision = readDecision(transaction, id);
    const prompt = decision === null ? null : readPrompt(transaction, decision.promptId);
    if (prompt === null || prompt.origin === 'upformat') continue;
    const changed = transaction.run(
      `UPDATE decisions SET state = 'acknowledged', acknowledged = ?, delivered = COALESCE(delivered, ?), failure = NULL
       WHERE id = ? AND state IN ('recorded', 'delivered')`,
      transaction.now,
      transaction.now,
      id,
    );
    if (changed > 0) tell(transaction, id, 'acknowledged');
  }
}

/** A run that fails before it has done anything has refused what it was started with. */
export function refuseCarried(
  transaction: Transaction,
  run: { threadId: string; runId: string; agentId: string },
  error: string,
): void {
  const carried = carriedOf(transaction, run.runId);
  if (carried.length === 0 || hasWorked(transaction, run)) return;
  const said: { message?: unknown } = JSON.parse(error);
  for (const id of carried) {
    const changed = transaction.run(
      `UPDATE decisions SET state = 'undeliverable', failure = ? WHERE id = ? AND state IN ('recorded', 'delivered', 'acknowledged')`,
      `The agent refused it: ${textOf(said.message ?? 'without a reason')}`,
      id,
    );
    if (changed > 0) tell(transaction, id, 'undeliverable');
  }
}

function hasWorked(
  transaction: Transaction,
  { threadId, runId, agentId }: { threadId: string; runId: string; agentId: string },
): boolean {
  const work = transaction.get(
    `SELECT 1 FROM events WHERE thread = ? AND run = ? AND agent = ? AND json_extract(data, '$.type')
      NOT IN ('RUN_STARTED', 'RUN_ERROR', 'STATE_SNAPSHOT', 'MESSAGE_SNAPSHOT', 'RAW') LIMIT 1`,
    threadId,
    runId,
    agentId,
  );
  return work !== undefined;
}

function tell(transaction: Transaction, id: string, change: DecisionFact['change']): void {
  const decision = readDecision(transaction, id);
  const prompt = decision === null ? null : readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return;
  const fact: DecisionFact = { change, decision };
  transaction.fact({ threadId: prompt.taskId, runId: prompt.runId }, customName.decision, fact);
}
