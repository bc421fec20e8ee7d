import { plural } from '../count.ts';
import type { Limits } from '../message-parameters.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

type Forms = Parameters<typeof plural>[1];

function between({ least, most }: Limits, forms: Forms): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return spaced`最多${plural(most ?? 0, forms)}`;
  if (most === undefined) return spaced`至少${plural(least, forms)}`;
  return least === most
    ? spaced`必须为${plural(least, forms)}`
    : spaced`${String(least)}至${plural(most, forms)}`;
}

export const hintsText: Messages['formsHints']['hintsText'] = {
  range: ({ least, most }) => {
    if (least !== undefined && most !== undefined) return spaced`${String(least)}至${String(most)}`;
    if (least !== undefined) return spaced`不小于${String(least)}`;
    return most === undefined ? undefined : spaced`不大于${String(most)}`;
  },
  moreThan: (bound) => spaced`大于${String(bound)}`,
  lessThan: (bound) => spaced`小于${String(bound)}`,
  steps: (step) => spaced`须为${String(step)}的倍数`,
  length: (limits) => between(limits, { other: '# 个字符' }),
  count: (limits) => between(limits, { other: '# 项' }),
  unique: '不可重复',
  digits: (least, most) =>
    most === undefined
      ? plural(Number(least), { other: '# 位数字' })
      : spaced`${least}至${most}位数字`,
  example: (value) => spaced`例如${value}`,
  duration: '如 P1DT2H 表示 1 天 2 小时',
};
