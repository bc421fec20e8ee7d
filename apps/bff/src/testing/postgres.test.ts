import pg from 'pg';
import { expect, it } from 'vitest';
import { createDatabase, hasPostgres, startMs } from './postgres.ts';

// One that was named with DATABASE_URL_TEST is not ours.
const isOwn = hasPostgres && process.env['COUNTERSIGN_TEST_POSTGRES']?.includes('://') === false;

it.runIf(isOwn)(
  'the database server of a test run has a password, which is asked for',
  { timeout: startMs },
  async () => {
    const database = await createDatabase('empty');
    const url = new URL(database.url);
    url.password = 'guessed';
    const client = new pg.Client({ connectionString: url.href });
    await expect(client.connect()).rejects.toThrow('password authentication failed');
    await database.drop();
  },
);
