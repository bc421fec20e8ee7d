import { describe, expect, it } from 'vitest';
import { readMoment, writeMoment, zoneHere } from './moment.ts';

describe('moments', () => {
  it.each([
    ['2026-12-07T09:00:00Z', true],
    ['2026-12-07T09:00:00.250+05:30', true],
    ['2026-12-07T23:59:60Z', true],
    ['09:00:00-08:00', false],
  ])('%s is written as it was read', (text, dated) => {
    const parts = readMoment(text, dated);
    expect(parts && writeMoment(parts, dated)).toBe(text);
  });

  it.each([
    ['2026-12-07', true],
    ['2026-02-30T09:00:00Z', true],
    ['2026-12-07T09:00:00', true],
    ['tomorrow', true],
    ['09:00', false],
    ['2026-12-07T09:00:00Z', false],
  ])('%s is none and stays a text', (text, dated) => {
    expect(readMoment(text, dated)).toBeNull();
  });

  it('writes what was chosen so far', () => {
    expect(writeMoment({ date: '', time: '', zone: 'Z' }, true)).toBeUndefined();
    expect(writeMoment({ date: '2026-12-07', time: '', zone: 'Z' }, true)).toBe('2026-12-07');
    expect(writeMoment({ date: '2026-12-07', time: '09:30', zone: '+01:00' }, true)).toBe(
      '2026-12-07T09:30:00+01:00',
    );
    expect(writeMoment({ date: '', time: '09:30', zone: 'Z' }, false)).toBe('09:30:00Z');
  });

  it('spells the zone of this clock as RFC 3339 does', () => {
    expect(zoneHere('2026-12-07')).toMatch(/^(?:Z|[+-]\d\d:\d\d)$/);
  });
});
