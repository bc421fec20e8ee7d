// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { csvTime } from './files/csv.ts';
import {
  formatClock,
  formatDay,
  formatExact,
  formatIso,
  formatMoment,
  formatRunning,
  formatZone,
} from './format-time.ts';
import { chooseZone, momentOfWall, wallInput } from './time-zone.ts';

afterEach(() => chooseZone('local'));

const winter = Date.parse('2026-11-21T23:16:20.114Z');
const summer = Date.parse('2026-07-01T23:16:20.114Z');

describe('a moment', () => {
  it.each([
    ['UTC', '23:16:20', 'Nov 21, 2026', 'UTC', '2026-11-21T23:16:20.114Z'],
    ['Europe/Berlin', '00:16:20', 'Nov 22, 2026', 'UTC+1', '2026-11-22T00:16:20.114+01:00'],
    ['Asia/Kolkata', '04:46:20', 'Nov 22, 2026', 'UTC+5:30', '2026-11-22T04:46:20.114+05:30'],
    ['America/St_Johns', '19:46:20', 'Nov 21, 2026', 'UTC-3:30', '2026-11-21T19:46:20.114-03:30'],
  ])('is shown by the clock of %s, with its day and its zone', (zone, clock, day, offset, iso) => {
    chooseZone(zone);
    expect(formatClock(winter)).toBe(clock);
    expect(formatDay(winter)).toBe(day);
    expect(formatExact(winter)).toBe(`${day} ${clock}.114 ${offset}`);
    expect(formatIso(winter)).toBe(iso);
    expect(csvTime(winter)).toBe(iso);
    expect(Date.parse(formatIso(winter))).toBe(winter);
  });

  it('has the offset of its own day, not of today', () => {
    chooseZone('Europe/Berlin');
    expect(formatExact(summer)).toMatch(/01:16:20\.114 UTC\+2$/);
    expect(formatExact(winter)).toMatch(/00:16:20\.114 UTC\+1$/);
  });

  it.each([0, 29.999, 30, 59.999])('has the same zone %f seconds after the minute', (seconds) => {
    chooseZone('Asia/Tokyo');
    expect(formatZone(Date.parse('2026-11-22T12:47:00Z') + seconds * 1000)).toBe('UTC+9');
  });

  it('has its day in front when that is not today in the zone', () => {
    chooseZone('Asia/Kolkata');
    expect(formatMoment(winter, winter + 3_600_000)).toBe('04:46:20');
    chooseZone('UTC');
    expect(formatMoment(winter, winter + 3_600_000)).toBe('Nov 21, 2026 23:16:20');
  });
});

describe('what is typed', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'in %s is read by the same clock',
    (zone) => {
      chooseZone(zone);
      for (const at of [winter, summer]) {
        const minute = Math.floor(at / 60_000) * 60_000;
        expect(momentOfWall(wallInput(at))).toBe(minute);
      }
    },
  );

  it('is no moment when it is none', () => {
    expect(momentOfWall('')).toBeNull();
    expect(momentOfWall('2026-13-01T00:00')).toBeNull();
  });
});

it('uses the zone of this computer if the stored zone is invalid', () => {
  chooseZone('local');
  localStorage.setItem('countersign.zone', 'Mars/Olympus');
  dispatchEvent(new StorageEvent('storage', { key: 'countersign.zone' }));
  expect(() => formatExact(winter)).not.toThrow();
  localStorage.clear();
});

it('a running clock keeps its shape', () => {
  expect([-1, 7_900, 724_000, 3_723_000].map(formatRunning)).toEqual([
    '0:00',
    '0:07',
    '12:04',
    '1:02:03',
  ]);
});
