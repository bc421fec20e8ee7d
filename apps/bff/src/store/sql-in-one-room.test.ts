import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const folders = ['apps/bff/src', 'packages/server/src', 'packages/parts'];
const sql =
  /\b(transaction|reading|writing|journal\.read)\s*\.(get|all|run)\b|\b(SELECT\s+[\w*(.]|INSERT (OR \w+ )?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE FROM\s)/;

it('SQL statements, and what executes them, are in the store, and in the rows of each part, only', () => {
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.test|\.faults)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => sql.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file).replaceAll(sep, '/'))
    .filter((file) => !/\/src\/(store|rows|testing)\//.test(file));
  expect(files).toEqual([]);
});
