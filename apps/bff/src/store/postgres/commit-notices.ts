import pg from 'pg';
import type { Clock } from '../../runtime/clock.ts';
import { channel } from './group-writer.ts';

/**
 * `everyMs`: how often the position is asked for, in case that nothing is heard because the connection is silent. `answerMs`: how long
 * an answer is waited for before the connection is given up.
 */
const defaultHeartbeat = { everyMs: 1_000, answerMs: 3_000 };

/**
 * Tells how far the log has come: at once by the notices of commits, of any server; and by a heartbeat over the same connection, which
 * also finds out that it is dead. `onHead` is called with positions that never fall below earlier ones, first with the current one; the
 * heartbeat repeats the last one, for who could not read so far.
 */
export function listenForCommits(options: {
  url: string;
  clock: Clock;
  onHead: (head: number) => void;
  heartbeat?: typeof defaultHeartbeat;
}): { close(): Promise<void> } {
  const { url, clock, onHead } = options;
  const { everyMs, answerMs } = options.heartbeat ?? defaultHeartbeat;
  let client: pg.Client | null = null;
  let head = -1;
  let closed = false;
  let cancel = () => {};
  let beating = Promise.resolve();

  const tell = (position: number) => {
    if (closed) return;
    head = Math.max(head, position);
    onHead(head);
  };

  async function connect(): Promise<pg.Client> {
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'countersign listener',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    connection.on('error', () => {});
    connection.on('notification', ({ payload = '' }) =>
      tell(Number(payload.slice(payload.indexOf('-') + 1))),
    );
    await connection.connect();
    // Before the position is read: what is committed in between is in one of the two.
    await connection.query(`LISTEN ${channel}`).catch((error: unknown) => {
      connection.end().catch(() => {});
      throw error;
    });
    return connection;
  }

  /** Asks over the connection how far the log has come; one that does not answer is replaced with the next beat. */
  async function beat(): Promise<void> {
    try {
      client ??= await connect();
      const { rows } = await client.query('SELECT head FROM positions WHERE id = 1');
      tell(Number(rows[0]?.head));
    } catch {
      const dead = client;
      client = null;
      await dead?.end().catch(() => {});
    }
  }

  function next(): void {
    beating = beat().then(() => {
      if (!closed) cancel = clock.schedule(next, everyMs);
    });
  }
  next();

  return {
    async close() {
      closed = true;
      cancel();
      await beating;
      await client?.end().catch(() => {});
    },
  };
}
