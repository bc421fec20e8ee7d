import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';

it('finds nothing in an empty table, even if the same statement found rows before', () => {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-database-'));
  const database = openDatabase(join(directory, 'test.db'), 'write');
  database.exec(`CREATE TABLE t(a TEXT); INSERT INTO t VALUES('x')`);
  const sql = 'SELECT a FROM t WHERE a = ?';
  expect(database.all(sql, 'x')).toHaveLength(1);
  expect(database.get(sql, 'none')).toBeUndefined();
  expect(database.get(sql, 'x')).toMatchObject({ a: 'x' });
  expect(database.all(sql, 'none')).toEqual([]);
  expect(database.get(sql, 'none')).toBeUndefined();
  database.close();
  rmSync(directory, { recursive: true });
});
