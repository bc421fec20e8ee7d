import type { Times } from '@countersign/api/prompts/history';
import type { Journal } from '@countersign/server/journal/journal';
import { lastSequenceOf, receivedAt } from '@countersign/server/store/events';

/** The times of a task's events, at up to `points` places spread over its sequence: one row is looked up for each. */
export async function timesOf(
  { read }: Pick<Journal, 'read'>,
  threadId: string,
  points: number,
): Promise<Times> {
  const last = (await lastSequenceOf(read, threadId))?.last ?? 0;
  const step = Math.max(1, (last - 1) / Math.max(1, points - 1));
  const found: Times['points'] = [];
  for (let place = 1; Math.round(place) <= last; place += step) {
    const sequence = Math.round(place);
    const row = await receivedAt(read, threadId, sequence);
    if (row !== undefined) found.push([sequence, row.received]);
  }
  return { sequence: last, points: found };
}
