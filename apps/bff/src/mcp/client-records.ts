import type { McpClient } from '@countersign/api/mcp-client';
import type { Reading } from '../store/port.ts';

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
