import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { type ScriptedAgent, startScriptedAgent } from '@countersign/bff/testing/scripted-agent';
import { readPastDamage } from '@countersign/server/store/faults/past-damage';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { activityOf } from './activity.ts';

let harness: Harness | undefined;
let agent: ScriptedAgent | undefined;
afterEach(async () => {
  await harness?.close();
  await agent?.close();
});

/** A store that counts its queries. */
function storeOf(times: readonly number[]) {
  let looks = 0;
  const get = <Row>(sql: string, ...[, sequence]: unknown[]) => {
    looks += 1;
    const received = times[Number(sequence) - 1];
    const row = sql.includes('MAX')
      ? { last: times.length === 0 ? null : times.length }
      : received === undefined
        ? undefined
        : { received };
    // The store returns the requested rows.
    return row as Row | undefined;
  };
  return { read: { get, all: () => [], ...readPastDamage(() => {}) }, looks: () => looks };
}

describe('the activity of a task', () => {
  it('equals a count of every event', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 300 }),
        fc.integer({ min: 1_000, max: 20_000 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 200_000, max: 260_000 }),
        async (unsorted, sliceMs, slices, now) => {
          const times = unsorted.toSorted((left, right) => left - right);
          const { since, counts, sequence } = await activityOf(storeOf(times), 't', {
            now,
            sliceMs,
            slices,
          });
          const naive = counts.map(
            (_, slice) => times.filter((at) => Math.floor((at - since) / sliceMs) === slice).length,
          );
          expect(counts).toEqual(naive);
          expect(counts).toHaveLength(slices);
          expect(sequence).toBe(times.length);
        },
      ),
    ));

  it('reads few events of a long task', async () => {
    const store = storeOf(Array.from({ length: 1_000_000 }, (_, index) => index));
    const { counts } = await activityOf(store, 't', { now: 999_999, sliceMs: 10_000, slices: 60 });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(600_000);
    expect(store.looks()).toBeLessThan(2_500);
  });

  it('is returned for an existing task only', async () => {
    const clock = createManualClock(1_750_000_000_000);
    agent = await startScriptedAgent();
    harness = await startHarness({ agents: [describeAgent(agent)], clock });
    const { taskId } = await harness.start();
    const { body } = await harness.request(
      'GET',
      `/api/tasks/${taskId}/activity?sliceMs=60000&slices=3`,
    );
    expect(body.since).toBe(1_750_000_000_000 - (1_750_000_000_000 % 60_000) - 120_000);
    expect(body.counts).toHaveLength(3);
    expect(body.counts[2]).toBe(body.sequence);
    expect(body.sequence).toBeGreaterThan(0);
    expect((await harness.request('GET', '/api/tasks/none/activity')).status).toBe(404);
  });
});
