import pg from 'pg';

/** One connection, opened when it is needed, and given up when it does not answer in time. */
export interface LoneConnection {
  query(
    sql: string,
    values?: unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
  /** The next query opens another one. Not waited for: a connection over which nothing comes back does not end either. */
  giveUp(): void;
  close(): Promise<void>;
}

export function loneConnection(
  url: string,
  { name, answerMs }: { name: string; answerMs: number },
) {
  let client: pg.Client | null = null;

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      // Of the database: what is given up here holds no locks there for longer.
      statement_timeout: answerMs,
      idle_in_transaction_session_timeout: answerMs,
    });
    connection.on('error', () => {});
    await connection.connect();
    return connection;
  }

  const lone: LoneConnection = {
    async query(sql, values = []) {
      client ??= await connect();
      const { rows, rowCount } = await client.query(sql, values);
      return { rows, rowCount: rowCount ?? 0 };
    },
    giveUp() {
      client?.end().catch(() => {});
      client = null;
    },
    async close() {
      await client?.end().catch(() => {});
    },
  };
  return lone;
}
