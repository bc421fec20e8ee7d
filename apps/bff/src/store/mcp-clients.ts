import type { McpClient } from '@countersign/api/mcp-client';
import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';

/** A client, as far as its calls need it. */
export interface KnownClient {
  id: string;
  name: string;
}

const select = `SELECT m.id, a.name, m.created_by, m.created, c.at, c.detail FROM mcp_clients m
  JOIN agents a ON a.id = m.id LEFT JOIN contacts c ON c.agent = m.id`;

interface ClientRow {
  id: string;
  name: string;
  created_by: string;
  created: number;
  at: number | null;
  detail: string | null;
}

const toClient = (row: ClientRow): McpClient => ({
  id: row.id,
  name: row.name,
  createdBy: row.created_by,
  createdAt: row.created,
  lastContact: row.at === null ? null : { at: row.at, as: row.detail },
});

export const listMcpClients = async (reading: Reading): Promise<McpClient[]> =>
  (await reading.all<ClientRow>(`${select} ORDER BY m.created, m.id`)).map(toClient);

export async function readMcpClient(reading: Reading, id: string): Promise<McpClient | null> {
  const row = await reading.get<ClientRow>(`${select} WHERE m.id = ?`, id);
  return row === undefined ? null : toClient(row);
}

export const clientOfToken = async (
  reading: Reading,
  tokenHash: string,
): Promise<KnownClient | null> =>
  (await reading.get<KnownClient>(
    'SELECT m.id, a.name FROM mcp_clients m JOIN agents a ON a.id = m.id WHERE m.token = ?',
    tokenHash,
  )) ?? null;

/** Tasks in which a client has a run that has not ended. */
export const threadsOfClient = async (reading: Reading, id: string): Promise<string[]> =>
  (
    await reading.all<{ thread: string }>(
      'SELECT DISTINCT thread FROM runs WHERE agent = ? AND ended IS NULL',
      id,
    )
  ).map(({ thread }) => thread);

export const isMcpClient = (reading: Reading, id: string): Awaitable<boolean> =>
  whenRead(reading.get('SELECT 1 FROM mcp_clients WHERE id = ?', id), (row) => row !== undefined);

export const deleteMcpClient = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('DELETE FROM mcp_clients WHERE id = ?', id);

export const insertMcpClient = (
  writing: Writing,
  { id, tokenHash, by }: { id: string; tokenHash: string; by: string },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO mcp_clients(id, token, created_by, created) VALUES(?,?,?,?)',
    id,
    tokenHash,
    by,
    writing.now,
  );

export const insertMcpAgent = (
  writing: Writing,
  { id, name, descriptor }: { id: string; name: string; descriptor: string },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO agents(id, name, descriptor, headers, source, created) VALUES(?,?,?,NULL,'mcp',?)`,
    id,
    name,
    descriptor,
    writing.now,
  );

export const countMcpClients = (reading: Reading): Awaitable<{ count: number } | undefined> =>
  reading.get<{ count: number }>('SELECT COUNT(*) AS count FROM mcp_clients');
