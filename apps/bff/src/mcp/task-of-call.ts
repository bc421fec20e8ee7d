import { createHash } from 'node:crypto';
import type { KnownClient } from '../store/mcp-clients.ts';

/** What a call says, and where it belongs. */
export interface Call {
  client: KnownClient;
  /** Name of the task; null = everything of the session is one. */
  task: string | null;
  session: string;
  key: string | null;
  /** Hash of the arguments: a key is bound to them. */
  bodyHash: string;
}

const maxTitle = 120;

/** The task of a call: the one it names, else the one of its session. */
export function threadOf({ client, task, session }: Call, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10);
  const name = task === null ? `session:${session === '' ? day : session}` : `task:${task}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([client.id, name]))
    .digest('hex');
  return `mcp-${digest.slice(0, 32)}`;
}

/** The first line, cut at a word. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length <= maxTitle ? line : `${line.slice(0, maxTitle - 1).replace(/\s+\S*$/, '')}…`;
}
