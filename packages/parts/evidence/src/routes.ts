import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { registerReceipts } from './routes/receipts.ts';
import { registerRecords } from './routes/records.ts';

/** The routes of receipts, and of what proves one entry of the audit. */
export function registerEvidence(app: ZodApp, deps: Pick<Kernel, 'journal' | 'clock'>): void {
  registerReceipts(app, deps);
  registerRecords(app, deps);
}
