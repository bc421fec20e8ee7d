import { type Fault, faultAt } from '@countersign/json/fault';
import { say } from '../statements.ts';
import { durationMs } from './duration.ts';

/** The largest sizes that are accepted; the public contract has none. In characters. */
export const limits = { text: 255, path: 2_048, entries: 64, infoChars: 512_000 } as const;

/** The faults of a text that must not be empty, or blank: nobody could name it. */
export const requiredFaults = (path: string, text: string, max: number = limits.text): Fault[] =>
  text.trim() === '' ? [faultAt(path, say('uap.missing'))] : lengthFaults(path, text, max);

export const lengthFaults = (path: string, text: string, limit: number = limits.text): Fault[] =>
  text.length > limit ? [faultAt(path, say('uap.too-long', { limit }))] : [];

/** The faults of a whole number. */
export const rangeFaults = (
  path: string,
  value: number,
  { min, max }: { min: number; max: number },
): Fault[] => (value < min || value > max ? [faultAt(path, say('uap.range', { min, max }))] : []);

/** The faults of a text that must be one of `choices`, one of which may be `''`. */
export function choiceFaults(path: string, value: string, choices: readonly string[]): Fault[] {
  if (choices.includes(value)) return [];
  const names = choices.filter((name) => name !== '');
  const code = names.length < choices.length ? 'uap.empty-or-one-of' : 'uap.one-of';
  return [faultAt(path, say(code, { names }))];
}

/** A duration of zero would make every service unhealthy at once. */
export const durationFaults = (path: string, text: string): Fault[] =>
  (durationMs(text) ?? 0) > 0 ? [] : [faultAt(path, say('uap.duration'))];

export function listFaults(path: string, list: readonly string[] | undefined): Fault[] {
  const { entries: limit } = limits;
  if (list === undefined) return [];
  if (list.length > limit) return [faultAt(path, say('uap.too-many', { limit }))];
  return list.flatMap((text, at) => lengthFaults(`${path}/${at}`, text));
}
