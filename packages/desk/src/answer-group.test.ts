import { type AnsweredBy, answeredBySchema } from '@countersign/api/origin';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Grouped,
  heldBackBy,
  isLapsed,
  leavesNext,
  leavesWith,
  type Queued,
  settleAnswers,
  type Unsent,
} from './answer-group.ts';

const ask = (answeredBy: AnsweredBy, together: string | null = null): Grouped => ({
  answeredBy,
  together,
});

it.each<[string, Grouped, Grouped[], boolean]>([
  ['another of its group', ask('resume', 'r'), [ask('result', 'r')], true],
  ['another group', ask('resume', 'r'), [ask('resume', 's')], false],
  ['nothing that has no group', ask('resume'), [ask('resume')], false],
  ['an interrupt, with words', ask('words', 'r'), [ask('resume', 's')], true],
  ['an interrupt, without a group', ask('words'), [ask('resume', 's')], true],
  ['no interrupt, with a tool’s result', ask('result', 'r'), [ask('resume', 's')], false],
  ['nothing in UpFormat', ask('message', 'r'), [ask('resume', 'r')], false],
  ['nothing that is asked in UpFormat', ask('words', 'r'), [ask('message', 'r')], false],
])('waits for %s', (_name, answer, open, isHeld) => {
  expect(heldBackBy(open)(answer)).toBe(isHeld);
});

describe('the answers of a task', () => {
  const answer = (id: string, more: Partial<Unsent> = {}): Unsent => ({
    id,
    answeredBy: 'resume',
    together: 'run-3f2b6c1e',
    state: 'pending',
    due: 1_000,
    release: 1_000,
    ...more,
  });

  it('are held until the last question is answered, then sent when the last recall window has ended', () => {
    const given = [answer('a'), answer('b', { due: 3_000, release: 3_000 })];
    expect(settleAnswers(given, [ask('resume', 'run-3f2b6c1e')])).toEqual([
      { id: 'a', state: 'held', due: 3_000 },
      { id: 'b', state: 'held', due: 3_000 },
    ]);
    const held = given.map((one) => ({ ...one, state: 'held' as const, due: 3_000 }));
    expect(settleAnswers(held, [])).toEqual([
      { id: 'a', state: 'pending', due: 3_000 },
      { id: 'b', state: 'pending', due: 3_000 },
    ]);
  });

  const someAsk = fc.record<Grouped>({
    answeredBy: fc.constantFrom(...answeredBySchema.options),
    together: fc.constantFrom(null, 'r', 's', 't'),
  });
  const someAnswers = fc
    .array(
      fc.tuple(someAsk, fc.nat(9), fc.nat(9), fc.constantFrom('pending' as const, 'held' as const)),
    )
    .map((rows) =>
      rows.map(
        ([grouped, due, release, state], index): Unsent => ({
          ...grouped,
          id: `a${index}`,
          state,
          due,
          release,
        }),
      ),
    );
  const settled = (answers: readonly Unsent[], open: readonly Grouped[]) => {
    const changes = new Map(settleAnswers(answers, open).map((one) => [one.id, one]));
    return answers.map((one) => ({ ...one, ...changes.get(one.id) }));
  };

  it('are sent after every recall window, a group at the same time, and settle at once', () => {
    fc.assert(
      fc.property(someAnswers, fc.array(someAsk), (answers, open) => {
        const after = settled(answers, open);
        for (const one of after) {
          expect(one.due).toBeGreaterThanOrEqual(one.release);
          expect(one.state === 'held').toBe(heldBackBy(open)(one));
          for (const other of after)
            if (one.together !== null && one.together === other.together)
              expect(other.due).toBe(one.due);
        }
        expect(settleAnswers(after, open)).toEqual([]);
        // With one more question, no item is released earlier.
        const more = settled(answers, [...open, ask('resume', 'r')]);
        after.forEach((one, index) => {
          if (one.state === 'held') expect(more[index]?.state).toBe('held');
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it('are sent in one run with their group and the held messages', () => {
    const lead = answer('lead');
    const leaves = (more: Partial<Unsent>, by: Pick<Unsent, 'id' | 'together'> = lead) =>
      leavesWith(by, answer('other', more));
    expect(leavesWith(lead, lead)).toBe(true);
    expect(leaves({})).toBe(true);
    expect(leaves({ together: 'another' })).toBe(false);
    expect(leaves({ state: 'held' })).toBe(false);
    expect(leaves({ state: 'held', answeredBy: 'words', together: null })).toBe(true);
    expect(leaves({ answeredBy: 'words', together: null })).toBe(false);
    expect(leaves({ together: null }, { id: 'lead', together: null })).toBe(false);
  });
});

describe('a queue', () => {
  const words = (id: string): Queued => ({
    id,
    isQueuedKind: true,
    answeredBy: null,
    together: null,
  });
  const said = (id: string, together: string | null = null): Queued => ({
    id,
    isQueuedKind: false,
    answeredBy: 'resume',
    together,
  });
  const free = { isBlocked: false, isHeldBack: () => false };

  it.each<[string, Queued[], typeof free, string[]]>([
    ['nothing', [], free, []],
    ['words together, up to an answer', [words('a'), words('b'), said('c')], free, ['a', 'b']],
    ['an answer alone', [said('a'), words('b')], free, ['a']],
    ['an answer with its group', [said('a', 'r'), words('b'), said('c', 'r')], free, ['a', 'c']],
    ['no words at an interrupt', [words('a'), said('b')], { ...free, isBlocked: true }, ['b']],
    ['no answer that waits', [said('a'), words('b')], { ...free, isHeldBack: () => true }, ['b']],
  ])('lets go of %s', (_name, queue, how, ids) => {
    expect(leavesNext(queue, how)).toEqual(ids);
  });
});

it('cancels an expired interrupt, and nothing else', () => {
  const message = {
    messageId: 'i',
    threadId: 't',
    timestamp: '2026-01-01T00:00:00Z',
    state: 'needsHumanDecision' as const,
    upPrompt: { expiresAt: '2026-01-01T00:01:00Z' },
  };
  const at = Date.UTC(2026, 0, 1, 0, 1);
  expect(isLapsed({ answeredBy: 'resume', message }, at)).toBe(true);
  expect(isLapsed({ answeredBy: 'resume', message }, at - 1)).toBe(false);
  expect(isLapsed({ answeredBy: 'result', message }, at)).toBe(false);
});
