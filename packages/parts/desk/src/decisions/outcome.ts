import type { DecisionOutcome } from '@countersign/api/prompt';
import type { Transaction } from '@countersign/server/store/transaction';
import { aboutPrompt } from '../records/about-prompt.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { keepOutcome } from '../rows/decisions.ts';

/** What became of a decision, as who acted on it reports. */
export interface ReportedOutcome {
  decisionId: string;
  /** `agent:<id>` or `program:<id>`. */
  reporter: string;
  outcome: DecisionOutcome['status'];
  note: string | null;
  /** Of the result, SHA-256 in hex. */
  digest: string | null;
}

/** Keeps it with the decision and in the audit, and announces the prompt with it. */
export async function recordOutcome(
  transaction: Transaction,
  { decisionId, reporter, outcome, note, digest }: ReportedOutcome,
): Promise<void> {
  const decision = await readDecision(transaction, decisionId);
  const prompt = decision === null ? null : await readPrompt(transaction, decision.promptId);
  if (decision === null || prompt === null) return;
  const reported: DecisionOutcome = { status: outcome, note, digest, at: transaction.now };
  await keepOutcome(transaction, decisionId, JSON.stringify(reported));
  await promptFact(transaction, prompt.id, 'result');
  await transaction.audit({
    operator: reporter,
    action: 'result',
    threadId: prompt.taskId,
    detail: { ...aboutPrompt(prompt), decisionId, ...reported },
  });
}
