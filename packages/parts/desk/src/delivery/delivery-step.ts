import { say } from '@countersign/api/statements';
import { runStatusWords } from '@countersign/api/statements/state-statements';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Awaitable } from '@countersign/server/store/awaitable';
import { isDismissed } from '../outbox/answer-batch.ts';
import type { Delivery, DeliveryOutcome } from './lease.ts';

/** What happens with a delivery: it is settled, or sent with a new run. */
export type DeliveryStep = { kind: 'settle'; outcome: DeliveryOutcome } | { kind: 'carry' };

/** If it cannot be sent to the run: it is dropped as undeliverable, or sent with a new run. */
export function stepBeforeSend(delivery: Delivery): DeliveryStep {
  if (delivery.kind === 'notice') return undeliverable(say('delivery.no-receiver'));
  if (delivery.kind === 'end') {
    const { ended } = delivery.run;
    return ended && !takesAnswers(delivery) ? dismissed : { kind: 'carry' };
  }
  // A run that was stopped, or failed after the answer was given, is not started again without the operators.
  if (delivery.kind === 'decision' && delivery.run.ended && !takesAnswers(delivery)) {
    return undeliverable(say('delivery.run-over', { status: runStatusWords(delivery.run.status) }));
  }
  return { kind: 'carry' };
}

/** After it was sent to the run. `hasEnded`: whether the run has ended meanwhile. */
export async function stepAfterSend(
  delivery: Delivery,
  outcome: DeliveryOutcome,
  hasEnded: () => Awaitable<boolean>,
): Promise<DeliveryStep> {
  // It may have been accepted the first time: a new run would bring it once more.
  if (delivery.isRepeat && outcome.kind === 'refused') {
    const { reason } = outcome;
    const inDoubt = {
      kind: 'in-doubt',
      reason: say('delivery.repeat-refused', { why: reason }),
    } as const;
    return { kind: 'settle', outcome: inDoubt };
  }
  const mayCarry = delivery.kind === 'message' || delivery.batch !== null;
  const isRefused = outcome.kind === 'refused' || outcome.kind === 'undeliverable';
  if (mayCarry && isRefused) return { kind: 'carry' };
  // It ended while the answer was being sent.
  const isTooLate =
    (delivery.kind === 'decision' || (delivery.kind === 'end' && !delivery.run.ended)) &&
    outcome.kind === 'refused' &&
    outcome.isGone &&
    (await hasEnded());
  return isTooLate ? { kind: 'carry' } : { kind: 'settle', outcome };
}

/** All of its answers were dismissed meanwhile. */
export const nothingLeaves = ({ batch }: Delivery): boolean =>
  batch !== null && batch.lapsed.length === 0 && batch.answers.every(isDismissed);

/** Nothing has to be sent. */
export const dismissed: DeliveryStep = { kind: 'settle', outcome: { kind: 'dismissed' } };

export const undeliverable = (reason: WrittenStatement): DeliveryStep => ({
  kind: 'settle',
  outcome: { kind: 'undeliverable', reason },
});

/** Whether a new run may deliver an answer to an agent whose run has ended. */
const takesAnswers = ({ run, isLate }: Delivery): boolean =>
  run.status === 'finished' || run.status === 'lost' || (run.status === 'failed' && isLate);
