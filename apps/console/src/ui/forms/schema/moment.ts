import { isDate, isTime } from '@countersign/json-schema/check/formats-time';
import { minutesAhead, momentOfWall } from '../../time-zone.ts';

/** A moment in its parts, as they were written. */
export interface MomentParts {
  /** `YYYY-MM-DD`, `''` when not chosen. */
  date: string;
  /** `HH:MM:SS` with its fraction, `''` when not chosen. */
  time: string;
  /** `Z` or `+01:00`. */
  zone: string;
}

/** The parts of an RFC 3339 date-time (or time, when not `dated`); null when it is none. */
export function readMoment(text: string, dated: boolean): MomentParts | null {
  const cut = dated ? text.search(/t/i) : -1;
  if (dated && cut < 0) return null;
  const date = dated ? text.slice(0, cut) : '';
  const clock = text.slice(cut + 1);
  if ((dated && !isDate(date)) || !isTime(clock)) return null;
  const [, time = '', zone = ''] = /^(.*?)(z|[+-]\d\d:\d\d)$/i.exec(clock) ?? [];
  return { date, time, zone: zone.toUpperCase() };
}

/** The moment of its parts; undefined when nothing is chosen, a half one as far as it goes. */
export function writeMoment({ date, time, zone }: MomentParts, dated: boolean): string | undefined {
  if (date === '' && time === '') return undefined;
  const full = /^\d\d:\d\d$/.test(time) ? `${time}:00` : time;
  if (!dated) return `${full}${zone}`;
  return full === '' ? date : `${date}T${full}${zone}`;
}

/** The offset of the chosen zone at a day, as RFC 3339 spells it. */
export function zoneHere(date: string): string {
  const at = date === '' ? Date.now() : (momentOfWall(`${date}T12:00`) ?? 0);
  const ahead = minutesAhead(at);
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const two = (figure: number) => String(figure).padStart(2, '0');
  return ahead === 0 ? 'Z' : `${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
