import type { JsonObject } from '@countersign/json/json-object';
import type { KeySet } from '@countersign/receipt/receipt';
import { takeReceipt, type UsedReceipts, usedInMemory } from '@countersign/receipt/receipt-gate';

/**
 * The keys of the server whose decisions are acted on (`/.well-known/jwks.json`), kept with the agent: an answer without a receipt of one
 * of them is refused.
 */
export interface ReceiptOptions {
  keys: KeySet;
  /** The id of this agent at the server; absent = it is not checked. */
  audience?: string;
  /** Which receipts were used. Default: in memory, of this process. Instances that share their work share this. */
  used?: UsedReceipts;
}

const usedHere = usedInMemory();

/** In an answer to a question whose value is no object, the value is in this member. */
const answerField = 'answer';

/** An answer that would be acted on. */
interface Answered {
  receipt: unknown;
  value: unknown;
  /** The question's id at the server, if it is known. */
  question?: string | undefined;
  /** Epoch ms. */
  now: number;
}

/** Why an answer must not be acted on, as a sentence; null = its receipt allows exactly this value, for the first time. */
export async function receiptObjection(
  { receipt, value, question, now }: Answered,
  { keys, audience, used = usedHere }: ReceiptOptions,
): Promise<string | null> {
  const about = { keys, audience, question, now: now / 1_000 };
  const checked = await takeReceipt(receipt, { ...about, value }, used);
  if (checked.ok) return null;
  if (checked.fault === 'other-value') {
    const wrapped: JsonObject = { [answerField]: value };
    if ((await takeReceipt(receipt, { ...about, value: wrapped }, used)).ok) return null;
  }
  return `Its receipt does not allow it: ${checked.fault}.`;
}
