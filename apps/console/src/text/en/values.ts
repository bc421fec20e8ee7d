import { figure } from '../count.ts';

/** Texts around values that an agent gave. */
export const valuesText = {
  moreRows: (count: number) => `Show ${figure(count)} more rows`,
  yes: 'yes',
  no: 'no',
  not: 'not',
  empty: 'empty',
} as const;
