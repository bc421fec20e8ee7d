/** 1 to 3 digits and `s` or `m`, or minutes and seconds: no hours, no milliseconds, not `1000s`. */
const form = /^(?:(\d{1,3})m)?(?:(\d{1,3})s)?$/;

/**
 * The length of a duration of a check, in ms; null = it is none. An empty text is none: the caller fills in the default.
 *
 * @example durationMs('1m30s') // 90000
 */
export function durationMs(text: string): number | null {
  const [, minutes, seconds] = form.exec(text) ?? [];
  if (minutes === undefined && seconds === undefined) return null;
  return (Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000;
}
