const DAY = 86_400_000;

/** The weekday of an ISO date, so that a mistyped day is seen: `Monday`. Undefined when it is no date. */
export function weekdayIn(date: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at) || at < -62_000_000 * DAY) return undefined;
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(at);
}
