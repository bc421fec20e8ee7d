import type { WrittenStatement } from '@countersign/json/statement';
import type { Cause } from '../cause.ts';
import type { LeftOut } from '../thread.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';

/** Reports what the budget leaves out: once for each kind and sender, then counted. */
export function leaveOut(
  draft: Draft,
  cause: Cause,
  leftOut: LeftOut,
  said: WrittenStatement,
): void {
  const { sequence } = cause.envelope;
  const { text: detail, statement } = said;
  const position = draft.find(lookup.leftOut(cause.speaker, leftOut));
  const item = position === undefined ? undefined : draft.edit(position, 'anomaly');
  if (item === undefined) {
    draft.append(cause, {
      kind: 'anomaly',
      anomaly: 'over-budget',
      detail,
      statement,
      derived: true,
      leftOut,
    });
    draft.thread.anomalyCount += 1;
    return;
  }
  item.times = (item.times ?? 1) + 1;
  item.detail = detail;
  item.statement = statement;
  item.lastSequence = sequence;
}
