import { expect, it } from 'vitest';
import { dueAt } from './notice-due.ts';

const away = { knownAt: 5_000, awaySince: 2_000, repeatMs: null };

it('is due at once for a question that opens while the console is out of view', () => {
  expect(dueAt(undefined, away)).toBe(5_000);
});

it('leaves a delay for a question that opened while the console was in view', () => {
  expect(dueAt(undefined, { ...away, awaySince: 6_000 })).toBe(16_000);
});

it('is due again only if repetition is on, counted from the last time', () => {
  expect(dueAt(7_000, away)).toBe(Number.POSITIVE_INFINITY);
  expect(dueAt(7_000, { ...away, repeatMs: 60_000 })).toBe(67_000);
});
