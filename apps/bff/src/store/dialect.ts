/**
 * What has no portable SQL, in one place. A column of JSON is text: the engines read members of it, and lists that are given as
 * JSON, with these functions only. Hints (`INDEXED BY`) are for the embedded engine, and the others leave them out.
 */

/** One of the texts in a JSON array, which is the next value. */
export const isListed = 'IN (SELECT value FROM json_each(?))';

/** A member of the JSON in a column, as text; NULL = it has none. */
export const memberOf = (column: string, path: string): string =>
  `json_extract(${column}, '$.${path}')`;
