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
])('%s', (sql, text) => {
  expect(toPostgres(sql)).toBe(text);
  expect(toPostgres(sql)).toBe(text);
});
