const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** A full date of RFC 3339: a day that exists. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const last = (days[Number(month) - 1] ?? 0) + (month === '02' && isLeap(Number(year)) ? 1 : 0);
  return Number(day) >= 1 && Number(day) <= last;
}

/** A full time of RFC 3339: with its offset; second 60 only where a leap second can be. */
export function isTime(text: string): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (found === null) return false;
  const [, hour = 0, minute = 0, second = 0, sign, aheadHours = 0, aheadMinutes = 0] = found;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const [offsetHours, offsetMinutes] = [Number(aheadHours), Number(aheadMinutes)];
  if (hours > 23 || minutes > 59 || offsetHours > 23 || offsetMinutes > 59) return false;
  if (seconds < 60) return true;
  const ahead = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -1 : 1);
  return seconds === 60 && (hours * 60 + minutes - ahead + 2 * 1440) % 1440 === 1439;
}

/** A moment of RFC 3339. */
export function isDateTime(text: string): boolean {
  const cut = text.search(/t/i);
  return cut > 0 && isDate(text.slice(0, cut)) && isTime(text.slice(cut + 1));
}

/** A duration of ISO 8601 as RFC 3339 appendix A has it. */
export function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true;
  const found = /^P(?=.)((?:\d+Y)?(?:\d+M)?(?:\d+D)?)(T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/.exec(
    text,
  );
  if (found === null) return false;
  // No unit may be left out between two others.
  const [, date = '', time = ''] = found;
  return !/Y\d+D/.test(date) && !/H\d+S/.test(time);
}
