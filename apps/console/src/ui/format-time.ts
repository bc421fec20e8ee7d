import { timeWords } from '../text/time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Wall clock of this machine: `14:16:20`. `at` is epoch ms. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** Clock, with the day in front when it is not the day of `now`. */
export function formatMoment(at: number, now: number): string {
  const clock = formatClock(at);
  return formatDay(at) === formatDay(now) ? clock : `${formatDay(at)} ${clock}`;
}

/** `2026-11-21`, the day on this machine. */
export function formatDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** How far this machine is from UTC at that moment: `UTC+1`, `UTC-3:30`, `UTC`. */
export function formatZone(at: number): string {
  const ahead = -new Date(at).getTimezoneOffset();
  if (ahead === 0) return 'UTC';
  const minutes = Math.abs(ahead) % 60;
  const hours = Math.floor(Math.abs(ahead) / 60);
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${pad(minutes)}`}`;
}

/** The zone of this machine by its name, and what that means now: `Europe/Berlin, UTC+1`. */
export function zoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const offset = formatZone(Date.now());
  return timeZone === offset ? offset : `${timeZone}, ${offset}`;
}

/** The exact moment for a title: `2026-11-21 14:16:20.114 UTC+1`. */
export function formatExact(at: number): string {
  const milliseconds = pad(new Date(at).getMilliseconds(), 3);
  return `${formatDay(at)} ${formatClock(at)}.${milliseconds} ${formatZone(at)}`;
}

/** A length of time in words: `8 min`, `1 h 12 min`, `2 d 4 h`. */
export function formatSpan(spanMs: number): string {
  const span = Math.max(0, spanMs);
  if (span < MINUTE) return timeWords.seconds(Math.floor(span / 1000));
  if (span < HOUR) return timeWords.minutes(Math.floor(span / MINUTE));
  if (span < DAY) {
    const minutes = Math.floor((span % HOUR) / MINUTE);
    return timeWords.hours(Math.floor(span / HOUR), span < 10 * HOUR ? minutes : 0);
  }
  return timeWords.days(Math.floor(span / DAY), Math.floor((span % DAY) / HOUR));
}

/** How long ago, short enough for a column: `now`, `8 min`, `1 h 12 min`, `yesterday`. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (age < 20_000) return timeWords.now;
  if (age < DAY) return formatSpan(age);
  if (age < 2 * DAY) return timeWords.yesterday;
  return timeWords.daysOnly(Math.floor(age / DAY));
}

/** What is left, in the narrow words of the deadline ring: `7:42`, `22 min`, `1 h 40`. */
export function formatLeft(leftMs: number): string {
  if (leftMs <= 0) return '0:00';
  if (leftMs < 10 * MINUTE) {
    const seconds = Math.ceil(leftMs / 1000);
    return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  }
  if (leftMs < HOUR) return timeWords.minutes(Math.floor(leftMs / MINUTE));
  if (leftMs < 3 * HOUR) {
    return timeWords.hoursNarrow(Math.floor(leftMs / HOUR), Math.floor((leftMs % HOUR) / MINUTE));
  }
  if (leftMs < 2 * DAY) return timeWords.hours(Math.floor(leftMs / HOUR), 0);
  return timeWords.daysOnly(Math.floor(leftMs / DAY));
}
