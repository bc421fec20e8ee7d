import { plural } from '../count.ts';
import type { Limits } from '../message-parameters.ts';

type Forms = Parameters<typeof plural>[1];

function between({ least, most }: Limits, forms: Forms): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `At most ${plural(most ?? 0, forms)}`;
  if (most === undefined) return `At least ${plural(least, forms)}`;
  return least === most
    ? `Exactly ${plural(least, forms)}`
    : `${String(least)} to ${plural(most, forms)}`;
}

/** Hints about valid values. */
export const hintsText = {
  range: ({ least, most }: Limits): string | undefined => {
    if (least !== undefined && most !== undefined) return `${String(least)} to ${String(most)}`;
    if (least !== undefined) return `At least ${String(least)}`;
    return most === undefined ? undefined : `At most ${String(most)}`;
  },
  moreThan: (bound: number) => `More than ${String(bound)}`,
  lessThan: (bound: number) => `Less than ${String(bound)}`,
  steps: (step: number) => `In steps of ${String(step)}`,
  length: (limits: Limits) => between(limits, { one: '# character', other: '# characters' }),
  count: (limits: Limits) => between(limits, { one: '# entry', other: '# entries' }),
  unique: 'No duplicates',
  digits: (least: string, most: string | undefined) =>
    most === undefined
      ? plural(Number(least), { one: '# digit', other: '# digits' })
      : `${least} to ${most} digits`,
  example: (value: string) => `For example ${value}`,
  duration: 'Such as P1DT2H for a day and two hours',
};
