import { byLocale } from '../text/locale.ts';
import { timePhrases } from '../text/texts.ts';
import { minutesAhead, wallOf, zoneName } from './time-zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Clock in the chosen zone: `14:16:20`. `at` is epoch ms. */
export function formatClock(at: number): string {
  const wall = wallOf(at);
  return `${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}:${pad(wall.getUTCSeconds())}`;
}

/** The same without its seconds: `14:16`. */
export const formatMinute = (at: number): string => formatClock(at).slice(0, 5);

/** Clock, with the day in front when it is not the day of `now`. */
export function formatMoment(at: number, now: number): string {
  const clock = formatClock(at);
  return dayOf(at) === dayOf(now) ? clock : `${formatDay(at)} ${clock}`;
}

const dayOf = (at: number) => Math.floor(wallOf(at).getTime() / DAY);

/** As the reader writes them: in the country that the browser names, where it names one for the language that is shown. */
function readerTag(tag: string): string {
  const own = globalThis.navigator?.languages?.find(
    (one) => one.split('-')[0] === tag.split('-')[0],
  );
  return own ?? tag;
}

/** Dates are written in the reader's language; times always in 24 hours, so that columns align. */
const days = byLocale(
  (tag) => new Intl.DateTimeFormat(readerTag(tag), { dateStyle: 'medium', timeZone: 'UTC' }),
);
const shortDays = byLocale(
  (tag) =>
    new Intl.DateTimeFormat(readerTag(tag), { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

/** The day in the chosen zone: `Nov 21, 2026`, `21.11.2026`. */
export const formatDay = (at: number): string => days().format(wallOf(at));

/** The same without its year, for an axis: `Nov 21`. */
export const formatShortDay = (at: number): string => shortDays().format(wallOf(at));

/** How far the chosen zone is from UTC at that moment: `UTC+1`, `UTC-3:30`, `UTC`. */
export function formatZone(at: number): string {
  const ahead = minutesAhead(at);
  if (ahead === 0) return 'UTC';
  const minutes = Math.abs(ahead) % 60;
  const hours = Math.floor(Math.abs(ahead) / 60);
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${pad(minutes)}`}`;
}

/** The zone by its name, and what that means now: `Europe/Berlin, UTC+1`. */
export function zoneText(): string {
  const [name, offset] = [zoneName(), formatZone(Date.now())];
  return name === offset ? offset : `${name}, ${offset}`;
}

/** The exact moment for a title: `Nov 21, 2026 14:16:20.114 UTC+1`. */
export function formatExact(at: number): string {
  const milliseconds = pad(new Date(at).getUTCMilliseconds(), 3);
  return `${formatDay(at)} ${formatClock(at)}.${milliseconds} ${formatZone(at)}`;
}

/** For other programs, in the chosen zone and with it (RFC 3339): `2026-11-21T14:16:20.114+01:00`. */
export function formatIso(at: number): string {
  const ahead = minutesAhead(at);
  const wall = wallOf(at).toISOString();
  if (ahead === 0) return wall;
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  return `${wall.slice(0, -1)}${ahead < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}`;
}

/** A length of time as text: `8 min`, `1 h 12 min`, `2 d 4 h`. */
export function formatSpan(spanMs: number): string {
  const span = Math.max(0, spanMs);
  if (span < MINUTE) return timePhrases.seconds(Math.floor(span / 1000));
  if (span < HOUR) return timePhrases.minutes(Math.floor(span / MINUTE));
  if (span < DAY) {
    const minutes = Math.floor((span % HOUR) / MINUTE);
    return timePhrases.hours(Math.floor(span / HOUR), span < 10 * HOUR ? minutes : 0);
  }
  return timePhrases.days(Math.floor(span / DAY), Math.floor((span % DAY) / HOUR));
}

/** How long ago, short enough for a column: `now`, `8 min`, `1 h 12 min`, `yesterday`. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (age < 20_000) return timePhrases.now;
  if (age < DAY) return formatSpan(age);
  if (age < 2 * DAY) return timePhrases.yesterday;
  return timePhrases.daysOnly(Math.floor(age / DAY));
}

/** A running clock, which never changes its shape: `0:07`, `12:04`, `1:02:03`. */
export function formatRunning(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = pad(seconds % 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${rest}`;
}

/** The remaining time, in the short format of the deadline ring: `7:42`, `22 min`, `1 h 40`. */
export function formatLeft(leftMs: number): string {
  if (leftMs <= 0) return '0:00';
  if (leftMs < 10 * MINUTE) {
    const seconds = Math.ceil(leftMs / 1000);
    return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
  }
  if (leftMs < HOUR) return timePhrases.minutes(Math.floor(leftMs / MINUTE));
  if (leftMs < 3 * HOUR) {
    return timePhrases.hoursNarrow(Math.floor(leftMs / HOUR), Math.floor((leftMs % HOUR) / MINUTE));
  }
  if (leftMs < 2 * DAY) return timePhrases.hours(Math.floor(leftMs / HOUR), 0);
  return timePhrases.daysOnly(Math.floor(leftMs / DAY));
}
