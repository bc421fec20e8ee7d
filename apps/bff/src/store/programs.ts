import type { Program } from '@countersign/api/program';
import { type Awaitable, whenRead } from './awaitable.ts';
import type { Reading, Writing } from './port.ts';

/** A client, as far as its calls need it. */
export interface KnownProgram {
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

const toClient = (row: ClientRow): Program => ({
  id: row.id,
  name: row.name,
  createdBy: row.created_by,
  createdAt: row.created,
  lastContact: row.at === null ? null : { at: row.at, as: row.detail },
});

export const listPrograms = async (reading: Reading): Promise<Program[]> =>
  (await reading.all<ClientRow>(`${select} ORDER BY m.created, m.id`)).map(toClient);

export async function readProgram(reading: Reading, id: string): Promise<Program | null> {
  const row = await reading.get<ClientRow>(`${select} WHERE m.id = ?`, id);
  return row === undefined ? null : toClient(row);
}

export const clientOfToken = async (
  reading: Reading,
  tokenHash: string,
): Promise<KnownProgram | null> =>
  (await reading.get<KnownProgram>(
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

export const isProgram = (reading: Reading, id: string): Awaitable<boolean> =>
  whenRead(reading.get('SELECT 1 FROM mcp_clients WHERE id = ?', id), (row) => row !== undefined);

export const deleteProgram = (writing: Writing, id: string): Awaitable<number> =>
  writing.run('DELETE FROM mcp_clients WHERE id = ?', id);

export const insertProgram = (
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

export const countPrograms = (reading: Reading): Awaitable<{ count: number } | undefined> =>
  reading.get<{ count: number }>('SELECT COUNT(*) AS count FROM mcp_clients');
