import type { Activity } from '@countersign/api/settings/activity';
import type { Journal } from '@countersign/server/journal/journal';
import { lastSequenceOf, receivedAt } from '@countersign/server/store/events';

export interface ActivityQuery {
  /** Epoch ms. */
  now: number;
  sliceMs: number;
  slices: number;
}

/**
 * Events per slice of time. Looks up a few rows per slice, never the events between them: a task of a million events
 * costs what one of a hundred does. Relies on the order of receipt being the order of sequence.
 */
export async function activityOf(
  { read }: Pick<Journal, 'read'>,
  threadId: string,
  { now, sliceMs, slices }: ActivityQuery,
): Promise<Activity> {
  const last = (await lastSequenceOf(read, threadId))?.last ?? 0;
  const timeOf = async (sequence: number) =>
    (await receivedAt(read, threadId, sequence))?.received ?? Number.POSITIVE_INFINITY;
  /** The first sequence from `from` on that was received at `time` or later; one past the end if there is none. */
  const firstAt = async (time: number, from: number): Promise<number> => {
    let low = from;
    let step = 1;
    while (low <= last && (await timeOf(Math.min(last, low + step - 1))) < time) {
      low = Math.min(last, low + step - 1) + 1;
      step *= 2;
    }
    let high = Math.min(last + 1, low + step);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (middle <= last && (await timeOf(middle)) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  // Slices begin at round times, so that the bars of two responses are the same.
  const since = (Math.floor(now / sliceMs) - slices + 1) * sliceMs;
  const counts: number[] = [];
  let from = await firstAt(since, 1);
  for (let slice = 1; slice <= slices; slice += 1) {
    const next = slice === slices ? last + 1 : await firstAt(since + slice * sliceMs, from);
    counts.push(next - from);
    from = next;
  }
  return { since, sliceMs, counts, sequence: last };
}
