import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';
import { sinceLeft } from './since-sections.ts';

const me = { id: 'ann', name: 'Ann', role: 'operator' as const, groups: [] };
const [from, now] = [1_000_000, 5_000_000];
const row = (id: string, part: object = {}) =>
  ({ ...anyPrompt(id), blocking: true, ...part }) as unknown as PromptRow;
const answered = (id: string, kind: string, type = 'approve', more: object = {}) =>
  row(id, {
    state: 'answered',
    decision: {
      by: { kind, id: kind === 'operator' ? 'bob' : kind, name: kind },
      feedback: { type },
    },
    ...more,
  });
const task = (id: string, part: object = {}) =>
  ({
    ...{ id, title: id, runId: 'r', runStatus: 'failed', state: null, controls: [] },
    ...{ openPrompts: { blocking: 0, followup: 0 }, updatedAt: now, agents: [] },
    ...part,
  }) as unknown as Task;
const look = (part: object) => {
  const given = { me, from, now, closed: [], open: [], tasks: [], ...part };
  const { sections, ...rest } = sinceLeft(given as Parameters<typeof sinceLeft>[0]);
  return { ...rest, ids: sections.map(({ kind, items }) => [kind, items.map(({ id }) => id)]) };
};

describe('since the operator left', () => {
  it('lists what waits, what is due first, by need', () => {
    const open = [
      row('plain'),
      row('critical', { severity: 'critical' }),
      row('due', { expiresAt: now + 60_000 }),
      row('others', {
        claim: { operator: 'bob', name: 'Bob', since: 1, until: now + 1, takeOver: null },
      }),
    ];
    expect(look({ open }).ids).toEqual([
      ['due', ['due']],
      ['waits', ['critical', 'plain']],
    ]);
  });

  it('lists defaults that were not seen, and what expired; everything else is counted by who answered', () => {
    const closed = [
      answered('default', 'default', 'reject', { seen: null }),
      answered('looked', 'default', 'reject', { seen: { operator: 'bob', name: 'Bob', at: 1 } }),
      row('over', { state: 'expired' }),
      answered('one', 'operator', 'edit'),
      answered('two', 'operator', 'reject'),
      answered('rule', 'rule'),
    ];
    const { ids, people, rules, defaults } = look({ closed });
    expect(ids).toEqual([
      ['defaulted', ['default']],
      ['expired', ['over']],
    ]);
    expect(people).toEqual([{ name: 'operator', count: 2, edited: 1, refused: 1 }]);
    expect([rules[0]?.count, defaults]).toEqual([1, 2]);
  });

  it('lists tasks that failed, and agents that did not stop', () => {
    const stop = { runId: 'r', action: 'stop', state: 'delivered', notObeyedAt: 1, requestedAt: 1 };
    const tasks = [
      task('failed'),
      task('before', { updatedAt: from - 1 }),
      task('fine', { runStatus: 'finished' }),
      task('runs', { runStatus: 'stopping', controls: [stop] }),
      task('ended', { runStatus: 'finished', controls: [stop] }),
    ];
    expect(look({ tasks }).ids).toEqual([['trouble', ['failed', 'runs', 'ended']]]);
  });
});
