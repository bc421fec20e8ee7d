const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A time in ISO 8601, in ms since the epoch; null = it is none. Without an offset it is UTC, not the time zone of this machine: that is
 * how it is written on the wire.
 */
export function readTime(text: string): number | null {
  const [, date, time = '00:00', offset = 'Z'] = isoTime.exec(text.trim()) ?? [];
  if (date === undefined) return null;
  const at = Date.parse(
    `${date}T${time.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1')}${offset}`,
  );
  return Number.isNaN(at) ? null : at;
}

/** A time as the wire has it: UTC without an offset, and no fraction when it is zero. */
export const writeTime = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/(?:\.000)?Z$/, '')
    .replace(/(\.\d{3})$/, '$1000');
