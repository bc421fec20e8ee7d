import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { migrate } from '@countersign/server/store/postgres/migrate';
import { migrations } from '@countersign/server/store/postgres/migrations';
import pg from 'pg';

/** An address of a database, or of the socket that returns it and starts the database server on the first request. */
const offered = process.env['COUNTERSIGN_TEST_POSTGRES'];

/** Whether this test run has a PostgreSQL. */
export const hasPostgres = offered !== undefined;

/** How long a test may wait for it: the first one starts it. */
export const startMs = 60_000;

let address: Promise<string> | null = null;
const adminUrl = (): Promise<string> => (address ??= findAddress());

function findAddress(): Promise<string> {
  if (offered === undefined) throw new Error('This test run has no PostgreSQL.');
  if (offered.includes('://')) return Promise.resolve(offered);
  return new Promise((resolve, reject) => {
    let url = '';
    const socket = connect(offered);
    socket.setEncoding('utf8').on('data', (text) => {
      url += text;
    });
    socket.once('error', reject);
    socket.once('close', () =>
      url === '' ? reject(new Error('PostgreSQL was not started.')) : resolve(url),
    );
  });
}

const urlOf = (admin: string, database: string): string => {
  const url = new URL(admin);
  url.pathname = `/${database}`;
  return url.href;
};

async function asAdmin<Value>(
  work: (client: pg.Client, url: string) => Promise<Value>,
): Promise<Value> {
  const url = await adminUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client, url);
  } finally {
    await client.end();
  }
}

const template = `countersign_template_${createHash('sha256').update(migrations.join()).digest('hex').slice(0, 12)}`;

/** Makes the template unless another process of this run has: each of its databases is a copy, which is faster than to migrate. */
async function prepareTemplate(client: pg.Client, url: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    template,
  ]);
  if (rowCount === 0) {
    const making = `${template}_${randomBytes(4).toString('hex')}`;
    await client.query(`CREATE DATABASE ${making} ENCODING 'UTF8' TEMPLATE template0`);
    await migrate(urlOf(url, making), () => 'template');
    await client.query(`ALTER DATABASE ${making} RENAME TO ${template}`);
  }
  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own: with the current tables, or empty. */
export function createDatabase(content: 'tables' | 'empty' = 'tables'): Promise<TestDatabase> {
  return asAdmin(async (client, url) => {
    const name = `countersign_test_${randomBytes(8).toString('hex')}`;
    if (content === 'tables') await prepareTemplate(client, url);
    const from = content === 'tables' ? template : 'template0';
    await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${from}`);
    return {
      url: urlOf(url, name),
      drop: () =>
        asAdmin(async (admin) => {
          await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        }),
    };
  });
}
