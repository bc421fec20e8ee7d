import type { Prompt } from '@countersign/api/prompt';
import { decisionTimeText as text } from '../../text/decision-time.ts';
import { formatMoment } from '../../ui/format-time.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestMs = 30 * 24 * hourMs;

export type Preset = 'quarter' | 'hour' | 'tomorrow' | 'custom';
export const presets: readonly Preset[] = ['quarter', 'hour', 'tomorrow', 'custom'];

/** When a preset ends, epoch ms; `custom` = as typed, null when nothing is. The day is that of this machine. */
export function endOf(preset: Preset, now: number, typed: string): number | null {
  if (preset === 'quarter') return now + 15 * minuteMs;
  if (preset === 'hour') return now + hourMs;
  if (preset === 'custom') {
    const at = Date.parse(typed);
    return Number.isNaN(at) ? null : at;
  }
  const day = new Date(now);
  day.setDate(day.getDate() + 1);
  day.setHours(8, 0, 0, 0);
  return day.getTime();
}

/** Why a prompt cannot be put aside until then, null = it can. The server asks the same. */
export function whyNot(prompt: Prompt, until: number | null, now: number): string | null {
  if (until === null) return text.noTime;
  if (until <= now) return text.over;
  if (prompt.expiresAt !== null && until > prompt.expiresAt)
    return text.pastDeadline(formatMoment(prompt.expiresAt, now));
  if (prompt.severity === 'critical' && until - now > hourMs) return text.pastHour;
  return until - now > longestMs ? text.tooFar : null;
}

/** The value of a `datetime-local` input, in this machine's time. */
export function localInput(at: number): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear())}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
