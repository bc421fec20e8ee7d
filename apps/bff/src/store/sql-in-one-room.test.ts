import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const sql =
  /\b(transaction|reading|writing|journal\.read)\s*\.(get|all|run)\b|\b(SELECT\s+[\w*(.]|INSERT (OR \w+ )?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE FROM\s)/;

it('SQL statements, and what executes them, are in the store only', () => {
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.faults)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => sql.test(readFileSync(file, 'utf8')))
    .map((file) => relative(source, file).replaceAll(sep, '/'))
    .filter((file) => !/^(store|testing)\//.test(file));
  expect(files).toEqual([]);
});
