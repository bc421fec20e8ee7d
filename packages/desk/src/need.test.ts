import { describe, expect, it } from 'vitest';
import { aboutToDefault, nextByNeed } from './need.ts';

const now = 1_000_000_000;
const minutes = (count: number) => now + count * 60_000;
const held = (operator: string) => ({
  operator,
  name: operator,
  since: 1,
  until: 2,
  takeOver: null,
});
const row = (id: string, part: object = {}) => ({
  ...{
    id,
    taskId: 't',
    agentId: 'a',
    severity: 'minor' as const,
    expiresAt: null as number | null,
  },
  ...{ openedAt: now - 60_000, sequence: 1, place: 0, blocking: true, state: 'open' as const },
  ...{ claim: null, snooze: null, hasDefault: undefined as true | undefined },
  ...part,
});
const next = (rows: ReturnType<typeof row>[]) => nextByNeed(rows, { operatorId: 'ann', now })?.id;

describe('the next question', () => {
  it('is due within a quarter of an hour, else the most severe, the next due, the oldest', () => {
    const burns = row('burns', { expiresAt: minutes(14) });
    const critical = row('critical', { severity: 'critical' });
    const due = row('due', { expiresAt: minutes(40) });
    const old = row('old', { openedAt: now - 600_000 });
    const offer = row('offer', { blocking: false, severity: 'critical' });
    const all = [row('plain'), offer, old, due, critical, burns];
    const order: (string | undefined)[] = [];
    for (let left = all; left.length > 0; left = left.filter(({ id }) => id !== order.at(-1)))
      order.push(next(left));
    expect(order).toEqual(['burns', 'critical', 'due', 'old', 'plain', 'offer']);
  });

  it('is none that somebody else holds, that is put aside, or that is closed', () => {
    expect(next([row('a', { claim: held('bob') })])).toBeUndefined();
    expect(next([row('a', { claim: held('ann') })])).toBe('a');
    expect(next([row('a', { snooze: { until: minutes(5), reason: null } })])).toBeUndefined();
    expect(next([row('a', { state: 'answered' })])).toBeUndefined();
  });
});

describe('a default in the last two minutes', () => {
  const about = (rows: ReturnType<typeof row>[]) =>
    aboutToDefault(rows, { operatorId: 'ann', now })?.id;
  it('is named, the soonest first, if it is mine or of nobody', () => {
    const mine = row('mine', { hasDefault: true, expiresAt: minutes(1.9), claim: held('ann') });
    const free = row('free', { hasDefault: true, expiresAt: minutes(1) });
    expect(about([mine])).toBe('mine');
    expect(about([mine, free])).toBe('free');
    expect(about([row('later', { hasDefault: true, expiresAt: minutes(2.1) })])).toBeUndefined();
    expect(about([row('held', { ...free, claim: held('bob') })])).toBeUndefined();
    expect(about([row('none', { expiresAt: minutes(1) })])).toBeUndefined();
    expect(about([row('over', { hasDefault: true, expiresAt: now - 1 })])).toBeUndefined();
  });
});
