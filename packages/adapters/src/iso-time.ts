const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** An ISO 8601 date-time with its zone (UTC if there is none); null if it is not one. */
export function isoTime(text: string | undefined): string | null {
  const match = text === undefined ? null : dateTime.exec(text.trim());
  if (match === null) return null;
  const time = Date.parse(match[3] === undefined ? `${match[0]}Z` : match[0]);
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
