import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const now = '刚刚';
const yesterday = '昨天';

export const timePhrases: Messages['time']['timePhrases'] = {
  now,
  yesterday,
  seconds: (count) => spaced`${figure(count)}秒`,
  minutes: (count) => spaced`${figure(count)}分钟`,
  hours: (hours, minutes) =>
    minutes === 0 ? spaced`${hours}小时` : spaced`${hours}小时${minutes}分钟`,
  hoursNarrow: (hours, minutes) =>
    minutes === 0 ? spaced`${hours}小时` : spaced`${hours}小时${minutes}分`,
  days: (days, hours) => (hours === 0 ? spaced`${days}天` : spaced`${days}天${hours}小时`),
  daysOnly: (days) => spaced`${days}天`,
  ago: (age) => (age === now || age === yesterday ? age : `${age}前`),
  left: (left) => spaced`剩余${left}`,
  passed: '已过',
};
