import type { StorePart } from '@countersign/api/store-state';
import { shiftClaims } from './decisions/claim-operations.ts';
import { shiftEscalations } from './decisions/escalation.ts';
import { capSnoozes } from './decisions/snooze.ts';
import { shiftDeliveries } from './delivery/lease.ts';
import { operation } from './journal/operation.ts';
import { jumpFromMs } from './runtime/wall-jumps.ts';
import { shiftReportTimes } from './store/controls.ts';
import { clockOfLastWrite } from './store/meta.ts';
import { shiftSessions } from './store/sessions.ts';
import type { Transaction } from './store/transaction.ts';
import { shiftCalls } from './webhooks/call-operations.ts';

/**
 * The system clock was set, forward or back by `jumpMs`. Everything due after a duration keeps the rest of that duration: answers
 * that can be recalled, further attempts, leases, escalation steps, calls to webhooks, sessions. Times given as calendar times stay:
 * deadlines of agents, snoozes, the end of a rule.
 */
export const shiftWaits = operation<{ jumpMs: number }, null>(
  'shiftWaits',
  async (transaction, { jumpMs }) => {
    const shift = async (part: StorePart, work: () => unknown): Promise<void> => {
      await transaction.pastDamage(part, work, undefined);
    };
    // Each separately: what cannot be read keeps its time, and the others are moved.
    await shift('outbox', () => shiftDeliveries(transaction, jumpMs));
    await shift('claims', () => shiftClaims(transaction, jumpMs));
    await shift('time', () => shiftEscalations(transaction, jumpMs));
    await shift('calls', () => shiftCalls(transaction, jumpMs));
    await shift('time', () => capSnoozes(transaction));
    await shift('sessions', () => shiftSessions(transaction, jumpMs));
    await shift('controls', () => shiftReportTimes(transaction, jumpMs));
    await transaction.audit({
      operator: 'countersign',
      action: 'clock-set',
      threadId: null,
      detail: { jumpMs },
    });
    return null;
  },
  { waits: true },
);

/**
 * The first operation of a server: if the clock is behind the time of the last write to the store, it was set back meanwhile, and
 * nothing waits longer than it would have. A clock that is ahead is no evidence: time has passed.
 */
export const resumeTime = operation<null, null>('resumeTime', async (transaction) => {
  const known = await lastWritten(transaction);
  const jumpMs = known === null ? 0 : transaction.now - known;
  return jumpMs > -jumpFromMs ? null : shiftWaits.run(transaction, { jumpMs });
});

/** The time of the last write, epoch ms; null = the store is empty. */
async function lastWritten(transaction: Transaction): Promise<number | null> {
  const kept = await clockOfLastWrite(transaction);
  return kept === undefined ? null : Number(kept.value);
}
