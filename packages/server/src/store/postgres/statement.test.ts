import { expect, it } from 'vitest';
import { toPostgres } from './statement.ts';

it.each([
  [
    'SELECT 1 FROM keys WHERE scope = ? AND key = ?',
    'SELECT 1 FROM keys WHERE scope = $1 AND key = $2',
  ],
  [
    `SELECT '?', "a?", 'it''s ?' FROM t WHERE x = ?`,
    `SELECT '?', "a?", 'it''s ?' FROM t WHERE x = $1`,
  ],
  [
    'WHERE (? IS NULL OR a = ?) AND ? IS NOT NULL',
    'WHERE ($1::text IS NULL OR a = $2) AND $3::text IS NOT NULL',
  ],
  [
    'SELECT id FROM prompts INDEXED BY prompts_state WHERE id = ?',
    'SELECT id FROM prompts WHERE id = $1',
  ],
  ["title LIKE ? ESCAPE '\\' AND name = 'LIKE'", "title ILIKE $1 ESCAPE '\\' AND name = 'LIKE'"],
  ['SELECT d.by_kind AS byKind, d.at AS at', 'SELECT d.by_kind AS "byKind", d.at AS at'],
  [
    'FROM outbox o CROSS JOIN decisions d ON d.id = o.id CROSS JOIN meta',
    'FROM outbox o JOIN decisions d ON d.id = o.id CROSS JOIN meta',
  ],
  ['ORDER BY IFNULL(expires, 1), rowid', 'ORDER BY COALESCE(expires, 1), ctid'],
])('%s', (sql, text) => {
  expect(toPostgres(sql)).toBe(text);
  expect(toPostgres(sql)).toBe(text);
});
