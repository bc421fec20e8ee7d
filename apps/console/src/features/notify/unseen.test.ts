import type { Operator } from '@countersign/api/operator';
import { expect, it } from 'vitest';
import { anyEscalation, anyPrompt } from '../../testing/any-prompt.ts';
import { faviconUrl } from './favicon.ts';
import { readNotified, writeNotified } from './notified.ts';
import { createNotifySettings, quiet } from './notify-settings.ts';
import { noticeText } from './show-notice.ts';
import { unseenOf } from './unseen.ts';

const ann: Operator = { id: 'ann', name: 'Ann', role: 'operator', groups: ['leads'] };
const now = 1_000;
const bob = { operator: 'bob', name: 'Bob', since: 0, until: 5_000, takeOver: null };
const seen = { at: 1, operator: 'bob', name: 'Bob' };
const escalated = (group: string) => anyEscalation({ level: 1, group });

it('unseen are questions that block, wait for this operator, and were not opened: oldest first', () => {
  const prompts = [
    anyPrompt('late', { openedAt: 9 }),
    anyPrompt('early', { openedAt: 2 }),
    anyPrompt('leads', { openedAt: 5, escalation: escalated('leads') }),
    anyPrompt('followup', { blocking: false }),
    anyPrompt('seen', { seen }),
    anyPrompt('held', { claim: bob }),
    anyPrompt('others', { escalation: escalated('finance') }),
    anyPrompt('aside', {
      snooze: { operator: 'bob', name: 'Bob', at: 0, until: 9_000, reason: 'later' },
    }),
    anyPrompt('closed', { state: 'answered' }),
  ];
  const ids = (me: Operator) => unseenOf(prompts, me, now).map(({ id }) => id);
  expect(ids(ann)).toEqual(['early', 'leads', 'late']);
  expect(ids({ ...ann, role: 'viewer' })).toEqual([]);
});

it('a notice contains the question only if the operator has chosen that', () => {
  const notice = {
    kind: 'one',
    prompt: { id: 'p', ask: 'Pay\u202e 900 EUR?', agentName: 'Payer', relayedFor: null },
  } as const;
  expect(noticeText(notice, 'plain')).toEqual({
    title: 'Countersign',
    body: 'A decision is needed',
  });
  const { title, body } = noticeText(notice, 'ask');
  expect(title).toBe('Payer asks');
  expect(body).toContain('900 EUR?');
  expect(body).not.toContain('\u202e');
  expect(noticeText({ kind: 'many', count: 12 }, 'ask').body).toBe('12 decisions are needed');
});

it('the icon has a count of at most two digits, and none for zero', () => {
  expect(faviconUrl(0)).toBe('/favicon.svg');
  expect(decodeURIComponent(faviconUrl(3))).toContain('>3</text>');
  expect(decodeURIComponent(faviconUrl(1_234))).toContain('>99</text>');
});

it('everything is off by default, stored per operator, and off if the stored value is invalid', () => {
  const kept = new Map<string, string>();
  const storage = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
  };
  const mine = createNotifySettings(storage, 'ann');
  expect(mine.get()).toEqual({ on: false, words: 'plain', repeatMs: null, sound: false });
  mine.change({ on: true, repeatMs: 300_000 });
  expect(createNotifySettings(storage, 'ann').get()).toMatchObject({ on: true, repeatMs: 300_000 });
  expect(createNotifySettings(storage, 'bob').get()).toEqual(quiet);
  const received: boolean[] = [];
  const other = createNotifySettings(storage, 'ann');
  other.subscribe(() => received.push(other.get().sound));
  mine.change({ sound: true });
  other.reread();
  expect(received).toEqual([true]);
  for (const bad of ['', 'null', '[]', '{"on":"yes","repeatMs":5,"words":1}']) {
    storage.set(mine.place, bad);
    expect(createNotifySettings(storage, 'ann').get()).toEqual(quiet);
  }
});

it('the times of notices are kept over a reload, and invalid data is ignored', () => {
  const kept = new Map<string, string>();
  const storage = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
  };
  writeNotified(storage, 'ann', { p: 5 });
  expect(readNotified(storage, 'ann')).toEqual({ p: 5 });
  expect(readNotified(storage, 'bob')).toEqual({});
  storage.set([...kept.keys()][0] ?? '', '{"p":"x","q":7}');
  expect(readNotified(storage, 'ann')).toEqual({ q: 7 });
});
