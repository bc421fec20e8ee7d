/** One of the texts in a JSON array, which is the next value: a list has no portable form in SQL. */
export const isListed = 'IN (SELECT value FROM json_each(?))';
