import type { HaiEvent } from '@countersign/hai/event';
import { depth, runs } from '@countersign/testkit/deep';
import { createManualClock } from '@countersign/testkit/manual-clock';
import { createSimulatedBff } from '@countersign/testkit/simulated-bff';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const threadIds = ['a', 'b', 'ü/c'];

const event: fc.Arbitrary<HaiEvent> = fc.oneof(
  fc.record({
    type: fc.constant('BUSINESS_DATA_CONTENT' as const),
    messageId: fc.constantFrom('m1', 'm2'),
    delta: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  }),
  fc.record({ type: fc.constant('BUSINESS_DATA_END' as const), messageId: fc.constant('m1') }),
  fc.record({ type: fc.constantFrom('RUN_STARTED' as const, 'RUN_FINISHED' as const) }),
  fc.record({
    type: fc.constant('STATE_DELTA' as const),
    delta: fc.tuple(
      fc.record({
        op: fc.constant('add' as const),
        path: fc.constantFrom('/x', '/list', '/list/-'),
        value: fc.oneof(fc.integer(), fc.constant([])),
      }),
    ),
  }),
  fc.record({ type: fc.constant('CUSTOM' as const), name: fc.constant('countersign.claim') }),
);

const command = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      threadId: fc.constantFrom(...threadIds),
      event,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('down' as const), down: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 50_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      threadId: fc.constantFrom(...threadIds),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      threadId: fc.constantFrom(...threadIds),
    }),
  },
);

const scenario = fc.record({
  commands: fc.array(command, { maxLength: 60, size: 'max' }),
  sizes: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 5, size: 'max' }),
  /** Microtasks until a response. */
  delays: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
  /** How often the stream sends an envelope, by position: 0 loses it, 2 duplicates it. */
  repeats: fc.array(fc.constantFrom(1, 1, 1, 0, 2, 3), { minLength: 1, maxLength: 7 }),
});

describe('a client over a bad network', () => {
  it('ends with the same threads as a client that missed nothing', {
    timeout: 60_000 * depth,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ commands, sizes, delays, repeats }) => {
        const clock = createManualClock();
        const bff = createSimulatedBff(clock.now);
        bff.splitBy(sizes);
        bff.delayBy(delays);
        let made = 0;
        const client = createClient({
          baseUrl: 'http://bff.test',
          ports: {
            fetch: bff.fetch,
            now: clock.now,
            schedule: clock.schedule,
            createId: () => `id-${made++}`,
            random: () => 0.3,
          },
        });
        const received: number[] = [];
        let knownCursor = true;
        client.onFact(({ position }) => received.push(position));
        const open = new Map<string, ReturnType<typeof client.openThread>[]>();
        const handlesOf = (threadId: string) => {
          const handles = open.get(threadId) ?? [];
          open.set(threadId, handles);
          return handles;
        };
        client.start();
        await settle();
        bff.repeatBy(({ position }) => repeats[position % repeats.length] ?? 1);

        for (const step of commands) {
          for (let tick = 0; tick < 5; tick += 1) await null;
          if (step.do === 'append') {
            const agentId = step.event.type === 'CUSTOM' ? 'countersign' : 'agent';
            bff.append(step.event, { threadId: step.threadId, agentId });
          } else if (step.do === 'cut') bff.cut();
          else if (step.do === 'down') bff.setDown(step.down);
          else if (step.do === 'forget') {
            knownCursor = false;
            bff.forgetCursors();
          } else if (step.do === 'settle') await settle();
          else if (step.do === 'wait') {
            clock.advance(step.ms);
            await settle();
          } else if (step.do === 'open') {
            handlesOf(step.threadId).push(client.openThread(step.threadId));
          } else handlesOf(step.threadId).pop()?.close();
        }

        bff.setDown(false);
        bff.repeatBy(() => 1);
        // If the stream dropped the very last event, only the next connection can reveal it.
        if (repeats.includes(0)) bff.cut();
        for (let turn = 0; turn < 6; turn += 1) {
          await settle();
          clock.advance(15_000);
        }
        await settle();
        clock.advance(50);

        expect(client.connection.getState().status).toBe('live');
        for (const [threadId, handles] of open) {
          const [handle] = handles;
          if (handle === undefined) continue;
          const own = bff.journal().filter((envelope) => envelope.threadId === threadId);
          const whole = foldThread(emptyThread(threadId), own);
          expect(handle.store.getState().status).toBe('ready');
          expect(asJson(handle.store.getState().thread)).toEqual(asJson(whole));
        }
        if (knownCursor) expect(received).toEqual([...new Set(received)].sort((a, b) => a - b));
        client.close();
        expect(clock.pending()).toBe(0);
      }),
      { numRuns: runs(200) },
    );
  });
});
