import { readStatement, type Statement } from '@countersign/json/statement';

/** The member `statement` of an item, if a received one can be read. */
export const stated = (given: unknown): { statement?: Statement } => {
  const statement = readStatement(given);
  return statement === null ? {} : { statement };
};
