import { figure } from '../count.ts';

export const timePhrases = {
  now: 'now',
  yesterday: 'yesterday',
  seconds: (count: number) => `${figure(count)} s`,
  minutes: (count: number) => `${figure(count)} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
  hoursNarrow: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes}`,
  days: (days: number, hours: number) => (hours === 0 ? `${days} d` : `${days} d ${hours} h`),
  daysOnly: (days: number) => `${days} d`,
  ago: (age: string) => (age === 'now' ? 'just now' : age === 'yesterday' ? age : `${age} ago`),
  left: (left: string) => `${left} left`,
  passed: 'passed',
} as const;
