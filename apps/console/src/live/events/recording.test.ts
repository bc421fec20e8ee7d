import { runs } from '@countersign/testkit/deep';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyEvents, envelopesOf } from '../../testing/any-tape.ts';
import { openRecording, readRecording } from './recording.ts';

const lines = (values: readonly unknown[]) => values.map((each) => JSON.stringify(each)).join('\n');
const some = envelopesOf([
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'BUSINESS_DATA_START', messageId: 'm', role: 'assistant' },
  { type: 'BUSINESS_DATA_CONTENT', messageId: 'm', delta: 'Grüße' },
  { type: 'BUSINESS_DATA_END', messageId: 'm' },
]);

describe('an exported file', () => {
  it('is read whole, with and without a last line end', async () => {
    for (const end of ['', '\n', '\r\n\n']) {
      const read = await readRecording(new Blob([lines(some) + end]));
      expect(read).toEqual({
        taskId: 't',
        envelopes: some,
        badLines: 0,
        firstBad: null,
        otherTasks: 0,
      });
    }
  });

  it('is read on past lines that are broken, out of order, or of another task, and counts them', async () => {
    const [first, second, third] = some;
    const text = [
      JSON.stringify(first),
      'not JSON',
      '{"position": 1}',
      JSON.stringify({ ...second, threadId: 'other' }),
      JSON.stringify(second),
      JSON.stringify(first),
      JSON.stringify(third),
    ].join('\n');
    expect(await readRecording(new Blob([text]))).toMatchObject({
      envelopes: [first, second, third],
      badLines: 3,
      firstBad: 2,
      otherTasks: 1,
    });
  });

  it('reports that it contains no task', async () => {
    expect(await readRecording(new Blob(['a,b\n1,2\n']))).toBeNull();
    expect(await readRecording(new Blob([]))).toBeNull();
  });

  it('reports the progress of reading', async () => {
    const shares: number[] = [];
    await readRecording(new Blob([lines(some)]), (share) => shares.push(share));
    expect(shares.at(-1)).toBe(1);
  });

  it('gives the thread of every position as a replay from the beginning, also across holes', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents(60), fc.array(fc.boolean()), async (events, holes) => {
        const envelopes = envelopesOf(events).filter((_, index) => holes[index] !== true);
        if (envelopes.length === 0) return;
        const opened = await openRecording({
          taskId: 't',
          envelopes,
          badLines: 0,
          firstBad: null,
          otherTasks: 0,
        });
        expect(opened.thread).toEqual(foldThread(emptyThread('t'), envelopes));
        for (let at = 1; at <= events.length; at += 1) {
          const upTo = envelopes.filter(({ sequence }) => sequence <= at);
          expect(await opened.source.threadAt(at)).toEqual(foldThread(emptyThread('t'), upTo));
          expect(await opened.source.events(0, at)).toEqual(upTo);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it('folds on from the nearest stop of a long file', async () => {
    const events = Array.from({ length: 4_500 }, (_, index) => ({
      type: 'STATE_DELTA' as const,
      delta: [{ op: 'add' as const, path: '/n', value: index }],
    }));
    const { source, thread } = await openRecording({
      taskId: 't',
      envelopes: envelopesOf(events),
      badLines: 0,
      firstBad: null,
      otherTasks: 0,
    });
    expect(thread.state).toEqual({ n: 4_499 });
    for (const at of [1, 1_999, 2_000, 2_001, 4_000, 4_500]) {
      expect((await source.threadAt(at)).state).toEqual({ n: at - 1 });
    }
    expect((await source.times()).points).toHaveLength(240);
    expect((await source.blame('/n', 3)).total).toBe(3);
  });
});
