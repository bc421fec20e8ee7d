import type { PromptRow } from '@countersign/api/prompt-row';
import { snoozeRefusal } from '@countersign/desk/snooze';
import { decisionTimeText as text } from '../../../text/texts.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { momentOfWall, wallOf } from '../../../ui/time-zone.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export type Preset = 'quarter' | 'hour' | 'tomorrow' | 'custom';
export const presets: readonly Preset[] = ['quarter', 'hour', 'tomorrow', 'custom'];

/** When a preset ends, epoch ms; `custom` = as typed, null when nothing is. The day is that of the chosen zone. */
export function endOf(preset: Preset, now: number, typed: string): number | null {
  if (preset === 'quarter') return now + 15 * minuteMs;
  if (preset === 'hour') return now + hourMs;
  if (preset === 'custom') {
    return momentOfWall(typed);
  }
  const day = wallOf(now);
  day.setUTCDate(day.getUTCDate() + 1);
  return momentOfWall(`${day.toISOString().slice(0, 10)}T08:00`);
}

/** Why a prompt cannot be snoozed until then, null = it can. */
export function whyNot(prompt: PromptRow, until: number | null, now: number): string | null {
  if (until === null) return text.noTime;
  switch (snoozeRefusal(prompt, until, now)) {
    case null:
      return null;
    case 'over':
      return text.over;
    case 'after-deadline':
      return text.pastDeadline(formatMoment(prompt.expiresAt ?? until, now));
    case 'too-far-for-critical':
      return text.pastHour;
    case 'too-far':
      return text.tooFar;
  }
}
