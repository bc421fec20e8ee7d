import { figure } from '../count.ts';

/** Texts around values that an agent gave. */
export const valuesText = {
  moreRows: (count: number) => `Show ${figure(count)} more rows`,
  yes: 'yes',
  no: 'no',
  not: 'not',
  emptyInAll: (names: string) => `Empty in every row: ${names}`,
  empty: 'empty',
} as const;
