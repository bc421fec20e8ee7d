import { operation } from '../journal/operation.ts';
import { describeAuditRow, undescribedRows } from '../store/audit/audit.ts';
import { aboutOf } from '../store/audit/audit-about.ts';
import type { Transaction } from '../store/transaction.ts';

/** What nothing else is written with: an export, a refused request. */
export const noteAudit = operation<Parameters<Transaction['audit']>[0], null>(
  'noteAudit',
  async (transaction, entry) => {
    await transaction.audit(entry);
    return null;
  },
);

/** Signs the end of the audit; null = the store has no secret. */
export const signHead = operation<unknown, { kid: string; sig: string } | null>(
  'signHead',
  async (transaction, head) => {
    const signer = await transaction.signer();
    return signer === null ? null : { kid: signer.kid, sig: signer.sign(head) };
  },
);

const atOnce = 100;

/** Rows of earlier versions get what they are filtered and searched by; true if there are more. */
export const describeAudit = operation<null, boolean>('describeAudit', async (transaction) => {
  const rows = await undescribedRows(transaction, atOnce);
  for (const { number, row } of rows) {
    await describeAuditRow(transaction, number, aboutOf(JSON.parse(row)));
  }
  return rows.length === atOnce;
});
