import pg from 'pg';

/**
 * Work that no other server does at the same time under the same name: a lock of a session, whose connection is used for nothing else.
 * If that is lost, another server may begin beside it. Rejects if the database is away.
 */
export async function aloneInDatabase<Value>(
  url: string,
  name: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'countersign lock',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    query_timeout: 65_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    // With it ends the lock.
    client.end().catch(() => {});
  }
}
