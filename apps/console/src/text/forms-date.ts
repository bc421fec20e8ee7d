import { byLocale } from './locale.ts';
import { formsText } from './texts.ts';

const DAY = 86_400_000;

const weekday = byLocale(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }),
);
const distance = byLocale((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));

/** The weekday of an ISO date and how far it is, so that a mistyped day is seen: `Monday, in 16 days`. Undefined when it is no date. `wall`: what the clock shows now, in its UTC parts. */
export function dayText(date: string, wall: Date): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return undefined;
  const today = Math.floor(wall.getTime() / DAY) * DAY;
  const days = Math.round((at - today) / DAY);
  const name = weekday().format(at);
  return Math.abs(days) < 100 ? formsText.day(name, distance().format(days, 'day')) : name;
}

const mine = byLocale(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
);

/** A moment on the reader's own clock: `Mon, Dec 7, 10:00`. `wall`: what that clock shows then, in its UTC parts. */
export const momentText = (wall: Date): string => mine().format(wall);
