/** Words around values that an agent gave. */
export const valuesText = {
  moreRows: (count: number) => `Show ${String(count)} more rows`,
  yes: 'yes',
  no: 'no',
  empty: 'empty',
} as const;
