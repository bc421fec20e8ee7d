import { durationLabels } from './texts.ts';

/** `0.6 s`, `0:53`, `1:02:07`: a length in a column. */
export function clockSpan(ms: number): string {
  // Less than this would be a zero in minutes and seconds.
  if (ms > 0 && ms < 10_000) return durationLabels(ms);
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${pad(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}
