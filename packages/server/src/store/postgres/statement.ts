/** What differs in a statement: texts and names are left as they are. */
const parts =
  /'(?:[^']|'')*'|"[^"]*"|\?(\s+IS\s+(?:NOT\s+)?NULL\b)?|\s+INDEXED BY \w+|\bLIKE\b|\bIFNULL\b|\browid\b|\binstr\b|\bAS [a-z]\w*[A-Z]\w*|\bCROSS JOIN(?=\s+\w+\s+\w+\s+ON\b)/g;

/**
 * `LIKE` ignores the case of Latin letters in SQLite. The place of a row that was never changed shows the order of insertion. A join
 * whose order is prescribed to SQLite is any join.
 */
const words: Record<string, string> = {
  LIKE: 'ILIKE',
  IFNULL: 'COALESCE',
  rowid: 'ctid',
  instr: 'strpos',
  'CROSS JOIN': 'JOIN',
};

const known = new Map<string, string>();

/**
 * A statement of the store for PostgreSQL. Values are numbered; hints for finding rows past damaged pages are left out; names of
 * results keep their capitals; and a value that is compared only with NULL gets a type.
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
      if (part.startsWith('AS ')) return `AS "${part.slice(3)}"`;
      return words[part] ?? (/^['"]/.test(part) ? part : '');
    });
    known.set(sql, text);
  }
  return text;
}
