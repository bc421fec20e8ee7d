import { expect, it } from 'vitest';
import { dueSoonBy, isDueSoon } from './due-soon.ts';

it('is the next hour including its end, and deadlines that have passed', () => {
  const now = 1_000;
  expect(isDueSoon({ expiresAt: dueSoonBy(now) }, now)).toBe(true);
  expect(isDueSoon({ expiresAt: dueSoonBy(now) + 1 }, now)).toBe(false);
  expect(isDueSoon({ expiresAt: 1 }, now)).toBe(true);
  expect(isDueSoon({ expiresAt: null }, now)).toBe(false);
  expect(dueSoonBy(now)).toBe(3_601_000);
});
