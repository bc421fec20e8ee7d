import type { Awaitable } from '../awaitable.ts';
import type { Reading } from '../port.ts';
import { serversChannel } from './group-writer.ts';

/** Sends a message to every server on the database. */
export const notifyServers = (reading: Pick<Reading, 'get'>, text: string): Awaitable<unknown> =>
  reading.get('SELECT pg_notify(?, ?)', serversChannel, text);
