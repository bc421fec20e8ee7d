/** What differs in a statement: texts and names are left as they are. */
const parts = /'(?:[^']|'')*'|"[^"]*"|\?(\s+IS\s+(?:NOT\s+)?NULL\b)?|\s+INDEXED BY \w+|\bLIKE\b/g;

const known = new Map<string, string>();

/**
 * A statement of the store for PostgreSQL. Values are numbered; hints for finding rows past damaged pages are left out; `LIKE` ignores
 * the case of Latin letters, as in SQLite; and a value that is compared with nothing but NULL gets a type.
 */
export function toPostgres(sql: string): string {
  let text = known.get(sql);
  if (text === undefined) {
    let count = 0;
    text = sql.replaceAll(parts, (part: string, isNull: string | undefined) => {
      if (part.startsWith('?')) {
        count++;
        return isNull === undefined ? `$${count}` : `$${count}::text${isNull}`;
      }
      if (part === 'LIKE') return 'ILIKE';
      return /^['"]/.test(part) ? part : '';
    });
    known.set(sql, text);
  }
  return text;
}
