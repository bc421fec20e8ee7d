import { expect, it } from 'vitest';
import { dueAt } from './notice-due.ts';

const away = { knownAt: 5_000, awaySince: 2_000, repeatMs: null };

it('tells at once of what comes while nobody looks', () => {
  expect(dueAt(undefined, away)).toBe(5_000);
});

it('leaves a moment of grace for what came while the operator still looked', () => {
  expect(dueAt(undefined, { ...away, awaySince: 6_000 })).toBe(16_000);
});

it('tells again only when that is wished, from the last time on', () => {
  expect(dueAt(7_000, away)).toBe(Number.POSITIVE_INFINITY);
  expect(dueAt(7_000, { ...away, repeatMs: 60_000 })).toBe(67_000);
});
