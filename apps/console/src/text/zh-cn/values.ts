import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';

export const valuesText: Messages['values']['valuesText'] = {
  moreRows: (count) => `再显示 ${figure(count)} 行`,
  yes: '是',
  no: '否',
  not: '非',
  empty: '空',
};
