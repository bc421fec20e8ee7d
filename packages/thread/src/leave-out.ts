import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import type { LeftOut } from './thread.ts';
import { lookup } from './thread-index.ts';

/** What the budget does not allow is left out and said so: once for each kind and speaker, counted from then on. */
export function leaveOut(draft: Draft, cause: Cause, leftOut: LeftOut, detail: string): void {
  const { sequence } = cause.envelope;
  const position = draft.find(lookup.leftOut(cause.speaker, leftOut));
  const item = position === undefined ? undefined : draft.edit(position, 'anomaly');
  if (item === undefined) {
    draft.append(cause, {
      kind: 'anomaly',
      anomaly: 'over-budget',
      detail,
      derived: true,
      leftOut,
    });
    draft.thread.anomalyCount += 1;
    return;
  }
  item.times = (item.times ?? 1) + 1;
  item.detail = detail;
  item.lastSequence = sequence;
}
