import pg from 'pg';
import type { Clock } from '../../runtime/clock.ts';
import { channel, serversChannel } from './group-writer.ts';

/**
 * `everyMs`: how often the position is asked for, in case no notice arrives because the connection is silent. `answerMs`: how long
 * an answer is waited for before the connection is given up.
 */
const defaultHeartbeat = { everyMs: 1_000, answerMs: 3_000 };

/**
 * Reports the position of the log: at once by the notices of commits, of any server; and by a heartbeat over the same connection, which
 * also finds out that it is dead. `onHead` is called with positions that never fall below earlier ones, first with the current one; the
 * heartbeat repeats the last one, for those who could not read so far.
 */
export function listenForCommits(options: {
  url: string;
  clock: Clock;
  onHead: (head: number) => void;
  /** The id of this server, which knows what it has written: that is reported only by the second heartbeat afterwards. */
  server?: string;
  /** Another server has committed something, with or without events. */
  onCommitted?: () => void;
  /** What servers send each other. */
  onWord?: (text: string) => void;
  /** Called with each new connection: words may have been missed before. */
  onConnected?: () => void;
  /** No notices can arrive until the next connection. Called once. */
  onLost?: (error: unknown) => void;
  heartbeat?: typeof defaultHeartbeat;
}): {
  /** Resolves when the notices of everything that is committed now were received; at once while none can be. */
  received(): Promise<void>;
  close(): Promise<void>;
} {
  const { url, clock, onHead } = options;
  const { everyMs, answerMs } = options.heartbeat ?? defaultHeartbeat;
  let client: pg.Client | null = null;
  let head = -1;
  let atLastBeat: number | null = null;
  let closed = false;
  let isLost = false;
  let cancel = () => {};
  let beating = Promise.resolve();

  const notify = (position: number) => {
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
    connection.on('notification', (notice) => {
      const { payload = '' } = notice;
      if (notice.channel === serversChannel) return options.onWord?.(payload);
      const [range = '', by] = payload.split(' ');
      if (by !== undefined && by === options.server) return;
      notify(Number(range.split('-')[1]));
      options.onCommitted?.();
    });
    await connection.connect();
    // Before the position is read: what is committed in between is in one of the two.
    await connection
      .query(`LISTEN ${channel}; LISTEN ${serversChannel}`)
      .catch((error: unknown) => {
        connection.end().catch(() => {});
        throw error;
      });
    isLost = false;
    options.onConnected?.();
    return connection;
  }

  /** Asks over the connection how far the log has come; one that does not answer is replaced with the next beat. */
  async function beat(): Promise<void> {
    try {
      client ??= await connect();
      const { rows } = await client.query('SELECT head FROM positions WHERE id = 1');
      const now = Number(rows[0]?.head);
      // The writer of this server is announcing what it has just written.
      notify(options.server === undefined ? now : (atLastBeat ?? now));
      atLastBeat = now;
    } catch (error) {
      if (!isLost && !closed) options.onLost?.(error);
      isLost = true;
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
    async received() {
      // The database sends what it has for a connection before it says that a statement is done.
      await client?.query('SELECT 1').catch(() => {});
    },
    async close() {
      closed = true;
      cancel();
      await beating;
      await client?.end().catch(() => {});
    },
  };
}
