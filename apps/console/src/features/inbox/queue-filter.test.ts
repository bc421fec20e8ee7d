import { promptOriginSchema } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import { describe, expect, it } from 'vitest';
import { anyEscalation, anyPrompt } from '../../testing/any-prompt.ts';
import { matchesFilter, type QueueFilter, turnFor } from './queue-filter.ts';

const me = { id: 'ann', name: 'Ann', role: 'operator' as const, groups: ['night'] };
const heldBy = (operator: string): Prompt['claim'] => ({
  operator,
  name: operator,
  since: 1,
  until: 2,
  takeOver: null,
});
const escalatedTo = (group: string) => anyEscalation({ level: 1, group });
const snooze = { operator: 'ann', name: 'Ann', at: 1, until: 2, reason: 'later' };

const all = [
  anyPrompt('free'),
  anyPrompt('mine', { claim: heldBy('ann') }),
  anyPrompt('theirs', { claim: heldBy('bob') }),
  anyPrompt('my-group', { escalation: escalatedTo('night') }),
  anyPrompt('other-group', { escalation: escalatedTo('day') }),
  anyPrompt('aside', { snooze }),
];
const shown = (filter: QueueFilter, who: typeof me | null = me) =>
  all.filter((prompt) => matchesFilter(prompt, filter, { me: who })).map((prompt) => prompt.id);

describe('whose turn it is', () => {
  it('is mine when I hold it, when it is unclaimed, and when it was escalated to my group', () => {
    expect(shown({ turn: 'mine' })).toEqual(['free', 'mine', 'my-group']);
  });

  it('gives the reason for every row', () => {
    const reasons = all.map((prompt) => turnFor(prompt, me)?.reason);
    expect(reasons).toEqual([
      'nobody-holds-it',
      'held-by-you',
      'held',
      'your-group',
      'other-group',
      'snoozed',
    ]);
  });

  it('has no turn before the operator is known', () => {
    expect(shown({ turn: 'mine' }, null)).toEqual([]);
  });

  it('is distinguished by its holder', () => {
    expect(shown({ turn: 'held' })).toEqual(['mine']);
    expect(shown({ turn: 'others' })).toEqual(['theirs']);
    expect(shown({ turn: 'free' })).toEqual(['free', 'my-group', 'other-group']);
  });
});

describe('what is snoozed', () => {
  it('is left out by default, and shown exclusively on request', () => {
    expect(shown({})).not.toContain('aside');
    expect(shown({ snoozed: 'only' })).toEqual(['aside']);
  });
});

describe('a filter', () => {
  const prompt = anyPrompt('p', {
    ask: 'Refund order 88-20417',
    agentId: 'desk',
    agentName: 'Refund Desk',
    taskId: 't7',
    severity: 'major',
    origin: promptOriginSchema.parse('interrupt'),
    classKey: 'k',
    source: { id: 'x', reason: null, toolName: 'pay_back', together: null },
  });
  const matching: QueueFilter = {
    q: 'PAY_BACK refund 88',
    agent: 'desk',
    task: 't7',
    kind: 'blocking',
    severity: 'major',
    origin: 'ag-ui/interrupt',
    class: 'k',
  };
  const others: QueueFilter = {
    q: 'refunded',
    agent: 'x',
    task: 'x',
    kind: 'followup',
    severity: 'minor',
    origin: 'hai/button',
    class: 'x',
    turn: 'held',
    snoozed: 'only',
  };

  it('takes what fits every member of it', () => {
    expect(matchesFilter(prompt, matching, { me })).toBe(true);
  });

  it.each(Object.entries(others))('leaves out what does not fit %s', (name, value) => {
    expect(matchesFilter(prompt, { ...matching, [name]: value }, { me })).toBe(false);
  });
});
