import { logOf } from '@countersign/api/asker';
import type { DecisionFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import { customName } from '@countersign/hai/event';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpMessage } from '@countersign/upformat/message';
import { placeOf } from '../records/prompt-fact.ts';
import { readDecision, readPrompt } from '../records/prompt-records.ts';
import { markDecisionDelivered } from '../rows/decisions.ts';
import { type DeliveryKind, insertDelivery, insertForAsker, markDone } from '../rows/outbox.ts';

/** Something for the agent of a run. `message` is identical at every attempt. */
export interface Outgoing {
  id: string;
  kind: DeliveryKind;
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
  await insertDelivery(transaction, { id, kind, body: JSON.stringify(message), due, runId });
}

/** Adds an answer for an asker without a run to the outbox. */
export async function enqueueForAsker(
  transaction: Transaction,
  asked: Pick<Prompt, 'taskId' | 'agentId'>,
  { id, message, due }: Pick<Outgoing, 'id' | 'message' | 'due'>,
): Promise<void> {
  await insertForAsker(transaction, {
    id,
    agentId: asked.agentId,
    log: logOf(asked),
    body: JSON.stringify(message),
    due,
  });
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
  await markDone(transaction, decisionId);
  const changed = await markDecisionDelivered(transaction, decisionId);
  if (changed > 0) await decisionFact(transaction, decisionId, 'delivered');
}
