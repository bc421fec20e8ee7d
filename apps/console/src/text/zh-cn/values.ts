import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const valuesText: Messages['values']['valuesText'] = {
  moreRows: (count) => spaced`再显示${figure(count)}行`,
  yes: '是',
  no: '否',
  not: '非',
  emptyInAll: (names) => `每一行都为空：${names}`,
  empty: '空',
};
