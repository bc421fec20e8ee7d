import { digestOfValue, type KeySet, type Receipt, receiptSchema } from './receipt.ts';
import { isSigned } from './signature.ts';
import { parseStrict } from './strict-json.ts';

/** Why a receipt does not allow a call. */
export type ReceiptFault =
  | 'malformed'
  | 'unknown-key'
  | 'bad-signature'
  | 'other-audience'
  | 'not-yet'
  | 'expired'
  | 'not-allowed'
  | 'other-question'
  | 'other-value'
  | 'used';

export type CheckedReceipt = { ok: true; receipt: Receipt } | { ok: false; fault: ReceiptFault };

/** What is about to run. */
export interface AboutToRun {
  keys: KeySet;
  /** Who runs it; absent = it is not checked. */
  audience?: string | undefined;
  /** The value it runs with. */
  value: unknown;
  /** The question that it was asked with; absent = any. */
  question?: string | undefined;
  /** Seconds since the epoch. */
  now: number;
}

/** How far two clocks may differ. */
const skewSeconds = 120;

/** Reads a receipt: a value, or the JSON text of one, in which no member may be given twice. */
export function readReceipt(given: unknown): Receipt | null {
  const parsed = typeof given === 'string' ? parseStrict(given) : { value: given };
  const read = receiptSchema.safeParse(parsed?.value);
  return read.success ? read.data : null;
}

/**
 * Whether a receipt allows to run something with this value now; that it is used once only is for who keeps the nonces
 * (`receipt-gate.ts`).
 */
export function checkReceipt(given: unknown, about: AboutToRun): CheckedReceipt {
  const receipt = readReceipt(given);
  const fault = receipt === null ? 'malformed' : faultIn(receipt, about);
  if (receipt === null || fault !== null) return { ok: false, fault: fault ?? 'malformed' };
  return { ok: true, receipt };
}

function faultIn(receipt: Receipt, about: AboutToRun): ReceiptFault | null {
  const { payload } = receipt;
  const signed = isSigned(payload, receipt, about.keys);
  if (signed !== 'signed') return signed;
  if (about.audience !== undefined && payload.audience !== about.audience) {
    return 'other-audience';
  }
  if (payload.issued > about.now + skewSeconds) return 'not-yet';
  if (payload.expires <= about.now) return 'expired';
  if (payload.decision !== 'approve' && payload.decision !== 'edit') return 'not-allowed';
  if (about.question !== undefined && payload.question !== about.question) return 'other-question';
  return payload.decided === digestOfValue(about.value) ? null : 'other-value';
}
