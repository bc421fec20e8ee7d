import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { isOnWall, MAX_TILES, nextSlots, promptsByTask, rankTasks } from './choose-tiles.ts';

const now = 10_000_000;
const task = (id: string, part: Partial<Task> = {}): Task => ({
  id,
  title: id,
  agentId: 'a',
  agentName: 'A',
  agents: ['a'],
  runId: 'r',
  runStatus: 'running',
  state: null,
  openPrompts: { blocking: 0, followup: 0 },
  startedAt: 0,
  updatedAt: now,
  endedAt: null,
  counts: { events: 0, anomalies: 0 },
  controls: [],
  can: { pause: 'agent', stop: 'agent', message: 'running' },
  ...part,
});
const need = { openPrompts: { blocking: 1, followup: 0 } };
const question = (taskId: string, part: Partial<Prompt> = {}) =>
  anyPrompt(`prompt of ${taskId}`, { taskId, openedAt: now - 1_000, ...part });
interface Reported {
  pinned?: string[];
  shown?: string[];
  prompts?: Prompt[];
}
const ids = (tasks: Task[], { pinned = [], shown = [], prompts = [] }: Reported = {}) =>
  rankTasks(tasks, {
    pinned,
    questions: promptsByTask(prompts),
    shown: new Set(shown),
    now,
  }).map((one) => one.id);
const free = { kept: new Set<string>(), busy: false };

describe('which tasks get a tile', () => {
  it('puts the chosen first, then what needs a person, then what runs by its last activity', () =>
    expect(
      ids(
        [
          task('old', { updatedAt: now - 9_000 }),
          task('young', { updatedAt: now - 1 }),
          task('asks', need),
          task('ended', { runStatus: 'finished' }),
          task('chosen', { runStatus: 'finished', updatedAt: 0 }),
        ],
        { pinned: ['chosen'] },
      ),
    ).toEqual(['chosen', 'asks', 'young', 'old', 'ended']));

  it('orders questions by deadline, then severity, then age, regardless of the activity of their tasks', () => {
    const all = ['younger', 'older', 'minor', 'critical', 'due later', 'due'];
    const tasks = all.map((id, index) => task(id, { ...need, updatedAt: now - index }));
    const prompts = [
      question('younger', { severity: 'info', openedAt: now - 1 }),
      question('older', { severity: 'info', openedAt: now - 2 }),
      question('minor'),
      question('critical', { severity: 'critical' }),
      question('due later', { severity: 'info', expiresAt: now + 600_000 }),
      question('due', { severity: 'info', expiresAt: now + 60_000 }),
    ];
    expect(ids(tasks, { prompts })).toEqual(all.toReversed());
    // An existing tile does not keep out a more urgent question either.
    expect(ids(tasks, { prompts, shown: ['younger', 'older'] })).toEqual(all.toReversed());
  });

  it('uses the most urgent question of a task, and snoozed ones last', () => {
    const snooze = { operator: 'o', name: 'O', until: now + 9, reason: 'later', at: now };
    const prompts = [
      question('aside', { severity: 'critical', snooze }),
      question('two', { severity: 'info' }),
      question('two', { id: 'second', severity: 'critical' }),
      question('one', { severity: 'major' }),
      question('open offer', { blocking: false, severity: 'critical' }),
      question('over', { state: 'answered', severity: 'critical' }),
    ];
    const tasks = ['aside', 'one', 'two'].map((id) => task(id, need));
    expect(ids(tasks, { prompts })).toEqual(['two', 'one', 'aside']);
    const byTask = promptsByTask(prompts);
    expect(byTask.get('two')?.map(({ id }) => id)).toEqual(['second', 'prompt of two']);
    expect([...byTask.keys()].toSorted()).toEqual(['aside', 'one', 'two']);
  });

  it('uses a question before the figures of its task contain it', () =>
    expect(
      ids([task('runs'), task('asks', { updatedAt: 1 })], { prompts: [question('asks')] }),
    ).toEqual(['asks', 'runs']));

  it('keeps an existing tile before its equals', () =>
    expect(ids([task('a', { updatedAt: 1 }), task('b')], { shown: ['a'] })).toEqual(['a', 'b']));

  it('forgets what ended long ago and keeps a failure for a day', () => {
    const hour = 3_600_000;
    const at = 100 * hour;
    const ended = (runStatus: Task['runStatus'], hours: number) =>
      isOnWall(task('t', { runStatus, updatedAt: at - hours * hour }), at);
    expect([ended('finished', 0.4), ended('finished', 1)]).toEqual([true, false]);
    expect([ended('failed', 23), ended('failed', 25)]).toEqual([true, false]);
    expect(isOnWall(task('t', { updatedAt: 0 }), at)).toBe(true);
  });
});

describe('the places of the tiles', () => {
  it('gives a newcomer the place of the one that goes', () =>
    expect(nextSlots(['a', 'b', 'c'], ['x', 'a', 'c'], free)).toEqual(['a', 'x', 'c']));
  it('never exchanges a tile that is pointed at', () =>
    expect(nextSlots(['a', 'b'], ['x', 'y'], { kept: new Set(['b']), busy: true })).toEqual([
      'x',
      'b',
    ]));
  it('adds no tile while the pointer is on the wall', () =>
    expect(nextSlots(['a'], ['a', 'b', 'c'], { kept: new Set(['a']), busy: true })).toEqual(['a']));
  it('is the same list if nothing changed', () => {
    const before = ['a', 'b'];
    expect(nextSlots(before, ['b', 'a'], free)).toBe(before);
  });

  const names = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 14 });
  it('never moves a tile that stays, never doubles one, and never shows more than seven', () =>
    fc.assert(
      fc.property(
        names.map((all) => all.slice(0, MAX_TILES)),
        names,
        names,
        fc.boolean(),
        (before, ranked, pointed, busy) => {
          const kept = new Set(pointed.filter((id) => before.includes(id)));
          const after = nextSlots(before, ranked, { kept, busy: busy || kept.size > 0 });
          expect(new Set(after).size).toBe(after.length);
          expect(after.length).toBeLessThanOrEqual(MAX_TILES);
          for (const id of kept) expect(after).toContain(id);
          if (!busy && kept.size === 0) {
            expect(new Set(after)).toEqual(new Set(ranked.slice(0, MAX_TILES)));
          }
          const gone = before.filter((id) => !after.includes(id));
          if (after.length >= before.length) {
            for (const [place, id] of before.entries()) {
              if (!gone.includes(id)) expect(after[place]).toBe(id);
            }
          }
        },
      ),
    ));
});
