import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** The receipt of a decision as signed, JSON. */
export interface ReceiptRow {
  receipt: string;
  /** When its one use began, epoch ms. */
  started: number | null;
}

export const insertReceipt = (
  writing: Writing,
  decisionId: string,
  receipt: string,
): Awaitable<number> =>
  writing.run('INSERT INTO receipts(decision, receipt) VALUES(?,?)', decisionId, receipt);

export const readReceiptRow = (
  reading: Reading,
  decisionId: string,
): Awaitable<ReceiptRow | undefined> =>
  reading.get<ReceiptRow>('SELECT receipt, started FROM receipts WHERE decision = ?', decisionId);

/** False = its use has begun before. */
export const beginUse = async (writing: Writing, decisionId: string): Promise<boolean> =>
  (await writing.run(
    'UPDATE receipts SET started = ? WHERE decision = ? AND started IS NULL',
    writing.now,
    decisionId,
  )) > 0;
