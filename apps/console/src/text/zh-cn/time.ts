import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';

const now = '刚刚';
const yesterday = '昨天';

export const timePhrases: Messages['time']['timePhrases'] = {
  now,
  yesterday,
  seconds: (count) => `${figure(count)} 秒`,
  minutes: (count) => `${figure(count)} 分钟`,
  hours: (hours, minutes) => (minutes === 0 ? `${hours} 小时` : `${hours} 小时 ${minutes} 分钟`),
  hoursNarrow: (hours, minutes) => (minutes === 0 ? `${hours} 小时` : `${hours} 时 ${minutes} 分`),
  days: (days, hours) => (hours === 0 ? `${days} 天` : `${days} 天 ${hours} 小时`),
  daysOnly: (days) => `${days} 天`,
  ago: (age) => (age === now || age === yesterday ? age : `${age}前`),
  left: (left) => `剩余 ${left}`,
  passed: '已过',
};
