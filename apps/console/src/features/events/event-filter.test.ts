import { describe, expect, it, vi } from 'vitest';
import { createEventLog } from '../../live/events/event-log.ts';
import { envelopesOf } from '../../testing/any-tape.ts';
import { countUpTo, type EventFilter, matchesOf, noFilter } from './event-filter.ts';

async function logOf(length: number) {
  const envelopes = envelopesOf(
    Array.from({ length }, (_, index) =>
      index % 2 === 0
        ? { type: 'TOOL_CALL_ARGS' as const, toolCallId: 'c', delta: `Arg${index}` }
        : { type: 'STEP_STARTED' as const, stepName: `Step ${index}` },
    ),
  );
  const log = createEventLog({
    events: async (after, limit) => envelopes.slice(after, after + limit),
  });
  log.follow(length);
  await vi.waitFor(() => expect(log.store.getState().low).toBe(1));
  return log;
}

describe('the filter of events', () => {
  it('finds by type, by sender, by words in any case, and by number', async () => {
    const log = await logOf(6);
    const find = (part: Partial<EventFilter>) =>
      matchesOf(null, { log, filter: { ...noFilter, ...part }, low: 1, high: 6 }).sequences;
    expect(find({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(find({ type: 'STEP_STARTED' })).toEqual([2, 4, 6]);
    expect(find({ agentId: 'nobody' })).toEqual([]);
    expect(find({ query: '  ARG4 ' })).toEqual([5]);
    expect(find({ query: 'step_st' })).toEqual([2, 4, 6]);
    expect(find({ query: '3' })).toEqual([3, 4]);
    expect(find({ onlyAnomalies: true })).toEqual([]);
  });

  it('checks only the events read since, and returns the same for the same input', async () => {
    const log = await logOf(8);
    const filter = { ...noFilter, type: 'STEP_STARTED' };
    const none = matchesOf(null, { log, filter, low: 0, high: 0 });
    // The same again must be the same object: it is compared while rendering.
    expect(matchesOf(none, { log, filter, low: 0, high: 0 })).toBe(none);
    const middle = matchesOf(none, { log, filter, low: 4, high: 5 });
    const row = vi.spyOn(log, 'row');
    const whole = matchesOf(middle, { log, filter, low: 1, high: 8 });
    expect(whole.sequences).toEqual([2, 4, 6, 8]);
    expect(row.mock.calls.map(([sequence]) => sequence)).toEqual([1, 2, 3, 6, 7, 8]);
    expect(matchesOf(whole, { log, filter: { ...filter }, low: 1, high: 8 })).not.toBe(whole);
  });

  it('counts up to a position', () => {
    expect([0, 1, 2, 5, 9].map((upTo) => countUpTo([2, 5, 7], upTo))).toEqual([0, 0, 1, 2, 3]);
  });
});
