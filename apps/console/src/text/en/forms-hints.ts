import type { Limits } from '../forms-hints.ts';

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

function between({ least, most }: Limits, one: string, many: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `At most ${plural(most ?? 0, one, many)}`;
  if (most === undefined) return `At least ${plural(least, one, many)}`;
  return least === most
    ? `Exactly ${plural(least, one, many)}`
    : `${String(least)} to ${plural(most, one, many)}`;
}

/** What would be right, said before anything is wrong. */
export const hintsText = {
  range: ({ least, most }: Limits): string | undefined => {
    if (least !== undefined && most !== undefined) return `${String(least)} to ${String(most)}`;
    if (least !== undefined) return `At least ${String(least)}`;
    return most === undefined ? undefined : `At most ${String(most)}`;
  },
  moreThan: (bound: number) => `More than ${String(bound)}`,
  lessThan: (bound: number) => `Less than ${String(bound)}`,
  steps: (step: number) => `In steps of ${String(step)}`,
  length: (limits: Limits) => between(limits, 'character', 'characters'),
  count: (limits: Limits) => between(limits, 'entry', 'entries'),
  unique: 'No entry twice',
  digits: (least: string, most: string | undefined) =>
    most === undefined ? plural(Number(least), 'digit', 'digits') : `${least} to ${most} digits`,
  example: (value: string) => `For example ${value}`,
  duration: 'Such as P1DT2H for a day and two hours',
};
