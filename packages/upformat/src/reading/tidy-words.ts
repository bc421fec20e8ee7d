import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Priority, Severity, Unread } from '../message.ts';

/** Records a value that was not read as received. */
export type Note = (unread: Unread) => void;

const shareText = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/;

/** A share of one: `0.8`, `"0.8"`, `80`, `"80%"`. Ambiguous values are unchanged. */
export function tidyShare(value: unknown, path: string, note: Note): unknown {
  const [, digits, percent] = typeof value === 'string' ? (shareText.exec(value) ?? []) : [];
  const number = typeof value === 'number' ? value : digits === undefined ? null : Number(digits);
  if (number === null) return value;
  const isWhole = Number.isInteger(number) && number > 1;
  const share = percent === '%' || isWhole ? number / 100 : number;
  if (share === value || share < 0 || share > 1) return value;
  note({ path, problem: `Read as ${share}.`, value });
  return share;
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

export function tidyFlag(value: unknown, path: string, note: Note): unknown {
  const flag = typeof value === 'string' ? flags.get(value.trim().toLowerCase()) : undefined;
  if (flag === undefined) return value;
  note({ path, problem: `Read as ${flag}.`, value });
  return flag;
}

/** Terms with an unambiguous rank; a number may count from either end and is not interpreted. */
const severities: Readonly<Record<string, Severity>> = {
  info: 'info',
  informational: 'info',
  none: 'info',
  trivial: 'info',
  low: 'info',
  minor: 'minor',
  medium: 'minor',
  moderate: 'minor',
  normal: 'minor',
  warning: 'minor',
  warn: 'minor',
  major: 'major',
  high: 'major',
  severe: 'major',
  error: 'major',
  critical: 'critical',
  urgent: 'critical',
  fatal: 'critical',
  emergency: 'critical',
};
const priorities: Readonly<Record<string, Priority>> = {
  low: 'low',
  lowest: 'low',
  minor: 'low',
  medium: 'medium',
  normal: 'medium',
  moderate: 'medium',
  high: 'high',
  major: 'high',
  urgent: 'urgent',
  highest: 'urgent',
  critical: 'urgent',
  immediate: 'urgent',
};

const ranked =
  (words: Readonly<Record<string, string>>) =>
  (value: unknown, path: string, note: Note): unknown => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    const meant = Object.hasOwn(words, word) ? words[word] : undefined;
    if (meant === undefined || meant === value) return value;
    note({ path, problem: `Read as ${meant}.`, value });
    return meant;
  };

export const tidySeverity = ranked(severities);
export const tidyPriority = ranked(priorities);

/** The first non-empty member of these names. */
export function textIn(value: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** A list of lines in any form: one text, or items that contain their text in a member. Other members of an item are recorded. */
export function tidyLines(
  value: unknown,
  names: readonly string[],
  place: { path: string; note: Note },
): unknown {
  if (value === undefined || value === null) return value;
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item, index) => {
    if (typeof item === 'number' || typeof item === 'boolean') return String(item);
    const text = isObject(item) ? textIn(item, names) : undefined;
    if (!isObject(item) || text === undefined) return item;
    if (Object.keys(item).length > 1) {
      const path = Array.isArray(value) ? `${place.path}/${index}` : place.path;
      place.note({ path, problem: 'Only its text was read.', value: item });
    }
    return text;
  });
}
