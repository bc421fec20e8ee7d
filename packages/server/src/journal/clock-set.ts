import { jumpFromMs } from '../runtime/wall-jumps.ts';
import { clockOfLastWrite } from '../store/meta.ts';
import type { Transaction } from '../store/transaction.ts';
import { occasion } from './occasion.ts';
import { operation } from './operation.ts';

/**
 * The system clock was set, forward or back by `jumpMs`. Everything due after a duration keeps the rest of that duration: answers
 * that can be recalled, further attempts, leases, escalation steps, calls to webhooks, sessions. Times given as calendar times stay:
 * deadlines of agents, snoozes, the end of a rule. Each subject moves what waits in it.
 */
export const waitsShift = occasion<{ jumpMs: number }>();

export const shiftWaits = operation<{ jumpMs: number }, null>(
  'shiftWaits',
  async (transaction, { jumpMs }) => {
    await waitsShift.happens(transaction, { jumpMs });
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
