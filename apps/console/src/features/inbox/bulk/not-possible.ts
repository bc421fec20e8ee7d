import { bulkText as text } from '../../../text/bulk.ts';
import type { BulkType } from '../../../text/message-parameters.ts';
import type { FrozenRow } from './use-frozen.ts';

/** Which rows cannot get an answer of a kind, with the reason that most of them have; null = all can, as far as it depends on the kind. */
export function notPossibleFor(type: BulkType | null, rows: readonly FrozenRow[]): string | null {
  if (type === null) return null;
  const reasons = rows.flatMap(({ rowStatus }) =>
    rowStatus.kind === 'not-taken' ? [rowStatus.reason] : [],
  );
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left);
  if (most === undefined) return null;
  const [reason, count] = most;
  const others = reasons.length - count;
  const why = others === 0 ? reason : text.otherReasons(reason, others);
  return text.notPossible(type, { count: reasons.length, all: rows.length, why });
}
