import type { Severity } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { cappedSnooze, isToWake, type SnoozeRefusal, snoozeRefusal } from './snooze.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

it.each<[SnoozeRefusal | null, Severity, number, number | null]>([
  [null, 'minor', 1, null],
  [null, 'major', 30 * dayMs, null],
  [null, 'critical', hourMs, null],
  [null, 'minor', hourMs, hourMs],
  ['over', 'minor', 0, null],
  ['after-deadline', 'minor', hourMs, hourMs - 1],
  ['after-deadline', 'critical', 40 * dayMs, hourMs],
  ['too-far', 'info', 30 * dayMs + 1, null],
  ['too-far-for-critical', 'critical', hourMs + 1, null],
  ['too-far-for-critical', 'critical', 40 * dayMs, null],
])('answers %s to %s prompts', (refusal, severity, forMs, deadline) => {
  const now = 1_000;
  const expiresAt = deadline === null ? null : now + deadline;
  expect(snoozeRefusal({ severity, expiresAt }, now + forMs, now)).toBe(refusal);
});

it('ends sooner when the clock was set back, and never later', () => {
  const snooze = { operator: 'ann', name: 'Ann', at: 0, until: 2 * hourMs, reason: 'Lunch' };
  expect(cappedSnooze(snooze, { severity: 'minor' }, 0)).toBeNull();
  expect(cappedSnooze(snooze, { severity: 'critical' }, 0)?.until).toBe(hourMs);
  expect(cappedSnooze(snooze, { severity: 'critical' }, hourMs)).toBeNull();
  expect(isToWake({ state: 'open', snooze }, 2 * hourMs - 1)).toBe(false);
  expect(isToWake({ state: 'open', snooze }, 2 * hourMs)).toBe(true);
  expect(isToWake({ state: 'expired', snooze }, 2 * hourMs)).toBe(false);
});
