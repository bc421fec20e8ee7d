/** One of the texts in a JSON array, which is the next value: a list has no portable form in SQL. */
export const isListed = 'IN (SELECT value FROM json_each(?))';

/** The same of numbers. */
export const isListedNumber = 'IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';

/** Text for LIKE with its wildcards taken literally (`ESCAPE '\\'`). */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
