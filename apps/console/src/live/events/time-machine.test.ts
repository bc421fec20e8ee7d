import type { Envelope } from '@countersign/hai/envelope';
import { runs } from '@countersign/testkit/deep';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyEvents, envelopesOf } from '../../testing/any-tape.ts';
import { createEventPages } from './event-pages.ts';
import { createTimeMachine } from './time-machine.ts';

/** What a server does: pages in order, snapshots of any position, as JSON. */
function serverOf(envelopes: readonly Envelope[]) {
  const events = vi.fn(async (after: number, limit: number) =>
    envelopes.filter(({ sequence }) => sequence > after).slice(0, limit),
  );
  const threadAt = vi.fn(async (at: number) =>
    JSON.parse(JSON.stringify(foldThread(emptyThread('t'), envelopes.slice(0, at)))),
  );
  return { taskId: 't', events, threadAt };
}
const machineOf = (source: ReturnType<typeof serverOf>) =>
  createTimeMachine(source, createEventPages(source));

describe('the time machine', () => {
  it('gives at every position, in any order, what a replay from the beginning gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEvents(40),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }),
        async (events, positions) => {
          // Long enough that snapshots are fetched: the events again and again, over several strides.
          const many = Array.from({ length: 60 }, () => events).flat();
          const envelopes = envelopesOf(many);
          const machine = machineOf(serverOf(envelopes));
          for (const position of positions) {
            const at = Math.min(envelopes.length, position * 60);
            if (at === 0) continue;
            const replay = foldThread(emptyThread('t'), envelopes.slice(0, at));
            const asJson: unknown = JSON.parse(JSON.stringify(replay));
            expect(JSON.parse(JSON.stringify(await machine.threadAt(at)))).toEqual(asJson);
          }
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('asks for one snapshot a thousand events, and for each page once', async () => {
    const source = serverOf(
      envelopesOf(
        Array.from({ length: 2_600 }, (_, value) => ({
          type: 'STATE_SNAPSHOT' as const,
          snapshot: value,
        })),
      ),
    );
    const machine = machineOf(source);
    for (let at = 2_100; at <= 2_400; at += 100) {
      expect((await machine.threadAt(at)).state).toBe(at - 1);
    }
    expect(source.threadAt.mock.calls.map(([at]) => at)).toEqual([2_000]);
    expect(source.events).toHaveBeenCalledTimes(1);
    expect(machine.known(2_300)?.state).toBe(2_299);
    expect(machine.known(2_301)).toBeNull();
  });

  it('asks again after a failure', async () => {
    const source = serverOf(envelopesOf([{ type: 'STATE_SNAPSHOT', snapshot: 1 }]));
    source.events.mockRejectedValueOnce(new Error('no network'));
    const machine = machineOf(source);
    await expect(machine.threadAt(1)).rejects.toThrow('no network');
    expect((await machine.threadAt(1)).state).toBe(1);
  });
});
