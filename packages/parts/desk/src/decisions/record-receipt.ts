import { editedValue } from '@countersign/adapters/feedback-text';
import type { Decider, Prompt } from '@countersign/api/prompt';
import { digestOfValue, type Receipt, type ReceiptPayload } from '@countersign/receipt/receipt';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { insertReceipt } from '../rows/receipts.ts';

/** How long a receipt may be used: an agent that was away meanwhile still gets its answer. */
const validSeconds = 7 * 86_400;

interface Decided {
  decisionId: string;
  by: Decider;
  feedback: UpFeedback;
  inBulk: boolean;
}

/** The value that may be used: the proposal if it was approved, else what a person made of it. */
const decidedValue = (message: UpMessage, feedback: UpFeedback): unknown =>
  feedback.type === 'approve' ? message.payload : editedValue(feedback);

/** Signs a decision and keeps its receipt; null = the store has no secret to sign with. */
export async function recordReceipt(
  transaction: Transaction,
  prompt: Prompt,
  { decisionId, by, feedback, inBulk }: Decided,
): Promise<Receipt | null> {
  const signer = await transaction.signer();
  if (signer === null) return null;
  const issued = Math.floor(transaction.now / 1_000);
  const { escalation } = prompt;
  const payload: ReceiptPayload = {
    v: 1,
    question: prompt.id,
    shown: prompt.digest,
    decided: digestOfValue(decidedValue(prompt.message, feedback)),
    decision: feedback.type,
    by: {
      id: signer.pseudonymOf(by.id),
      how: by.kind === 'operator' ? (inBulk ? 'bulk' : 'desk') : by.kind,
    },
    policy:
      escalation === null && by.rule === undefined
        ? null
        : { version: escalation?.policyVersion ?? 0, row: by.rule?.id ?? null },
    issued,
    expires: issued + validSeconds,
    nonce: decisionId,
    audience: prompt.agentId,
  };
  const receipt = { payload, kid: signer.kid, sig: signer.sign(payload) };
  await insertReceipt(transaction, decisionId, JSON.stringify(receipt));
  return receipt;
}
