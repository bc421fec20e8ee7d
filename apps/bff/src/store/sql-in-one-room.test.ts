import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const sql = /\b(SELECT\s+[\w*(.]|INSERT (OR \w+ )?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE FROM\s)/;

/** Folders whose statements are still to be moved here. A folder without statements must be removed from the list. */
const notYetMoved = [
  'agents',
  'audit',
  'clock-set.ts',
  'controls',
  'decisions',
  'delivery',
  'journal',
  'mcp',
  'operators',
  'outbox',
  'records',
  'registry',
  'routes',
  'rules',
  'runs',
  'services',
  'tasks',
  'team',
];

it('statements of the database stand in the store only', () => {
  const folders = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.faults)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => sql.test(readFileSync(file, 'utf8')))
    .map((file) => relative(source, file).split(sep)[0])
    .filter((folder) => folder !== 'store' && folder !== 'testing');
  expect([...new Set(folders)].toSorted()).toEqual(notYetMoved);
});
