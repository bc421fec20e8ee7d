import type { Program, ProgramAccess } from '@countersign/api/agents/program';
import type { KnownProgram } from '@countersign/server/identity';
import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

const select = `SELECT m.id, a.name, a.source, m.created_by, m.created, m.token_ends, c.at, c.detail FROM mcp_clients m
  JOIN agents a ON a.id = m.id LEFT JOIN contacts c ON c.agent = m.id`;

interface ClientRow {
  id: string;
  name: string;
  source: ProgramAccess;
  created_by: string;
  created: number;
  token_ends: number | null;
  at: number | null;
  detail: string | null;
}

const toClient = (row: ClientRow): Program => ({
  id: row.id,
  name: row.name,
  via: row.source,
  createdBy: row.created_by,
  createdAt: row.created,
  ...(row.token_ends === null ? {} : { tokenEndsAt: row.token_ends }),
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
  { tokenHash, via, now }: { tokenHash: string; via: ProgramAccess; now: number },
): Promise<KnownProgram | null> =>
  (await reading.get<KnownProgram>(
    `SELECT m.id, a.name FROM mcp_clients m JOIN agents a ON a.id = m.id
     WHERE m.token = ? AND a.source = ? AND (m.token_ends IS NULL OR m.token_ends > ?)`,
    tokenHash,
    via,
    now,
  )) ?? null;

/** What signs its callbacks, sealed; null = there is no such program, or it has none. */
export const secretOfProgram = async (reading: Reading, id: string): Promise<string | null> =>
  (await reading.get<{ secret: string | null }>('SELECT secret FROM mcp_clients WHERE id = ?', id))
    ?.secret ?? null;

export const replaceSecret = (
  writing: Writing,
  { id, secret, before }: { id: string; secret: string; before: string },
): Awaitable<number> =>
  writing.run('UPDATE mcp_clients SET secret = ? WHERE id = ? AND secret = ?', secret, id, before);

/** Tasks in which a program has a run that has not ended. */
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
  {
    id,
    tokenHash,
    secret,
    by,
    tokenEndsAt,
  }: {
    id: string;
    tokenHash: string;
    secret: string | null;
    by: string;
    tokenEndsAt: number | null;
  },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO mcp_clients(id, token, secret, created_by, token_ends, created) VALUES(?,?,?,?,?,?)',
    id,
    tokenHash,
    secret,
    by,
    tokenEndsAt,
    writing.now,
  );

export const insertProgramAgent = (
  writing: Writing,
  {
    id,
    name,
    descriptor,
    via,
  }: { id: string; name: string; descriptor: string; via: ProgramAccess },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO agents(id, name, descriptor, headers, source, created) VALUES(?,?,?,NULL,?,?)`,
    id,
    name,
    descriptor,
    via,
    writing.now,
  );

export const countPrograms = (reading: Reading): Awaitable<{ count: number } | undefined> =>
  reading.get<{ count: number }>('SELECT COUNT(*) AS count FROM mcp_clients');
