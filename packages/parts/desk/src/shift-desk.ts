import type { StorePart } from '@countersign/api/store-state';
import type { Transaction } from '@countersign/server/store/transaction';
import { shiftClaims } from './decisions/claim-operations.ts';
import { shiftEscalations } from './decisions/deadlines/escalation.ts';
import { capSnoozes } from './decisions/deadlines/snooze.ts';
import { shiftDeliveries } from './delivery/lease.ts';
import { shiftReportTimes } from './rows/controls.ts';
import { shiftCalls } from './webhooks/call-operations.ts';

/** Moves what waits for a duration, when the clock was set. */
export async function shiftDesk(
  transaction: Transaction,
  { jumpMs }: { jumpMs: number },
): Promise<void> {
  const shift = async (part: StorePart, work: () => unknown): Promise<void> => {
    await transaction.pastDamage(part, work, undefined);
  };
  // Each separately: what cannot be read keeps its time, and the others are moved.
  await shift('outbox', () => shiftDeliveries(transaction, jumpMs));
  await shift('claims', () => shiftClaims(transaction, jumpMs));
  await shift('time', () => shiftEscalations(transaction, jumpMs));
  await shift('calls', () => shiftCalls(transaction, jumpMs));
  await shift('time', () => capSnoozes(transaction));
  await shift('controls', () => shiftReportTimes(transaction, jumpMs));
}
