import type { Agent } from '@countersign/api/agent';
import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** An agent as it is registered. */
export interface StoredAgent {
  id: string;
  name: string;
  /** The descriptor as JSON, without its headers. */
  descriptor: string;
  /** The headers, encrypted; null = it has none. */
  headers: string | null;
}

/** An agent as stored, with its last contact. */
export interface AgentRow {
  id: string;
  descriptor: string;
  /** Sealed. */
  headers: string | null;
  source: Agent['source'];
  contact_at: number | null;
  contact_ok: number | null;
  contact_detail: string | null;
  contact_statement: string | null;
  contact_spoke: string | null;
}

const select = `SELECT a.id, a.descriptor, a.headers, a.source, c.at AS contact_at, c.ok AS contact_ok,
  c.detail AS contact_detail, c.statement AS contact_statement, c.spoke AS contact_spoke FROM agents a LEFT JOIN contacts c ON c.agent = a.id`;

/** The same without their last contact, which is not needed to reach them. */
const selectAlone = `SELECT id, descriptor, headers, source, NULL AS contact_at, NULL AS contact_ok, NULL AS contact_detail,
  NULL AS contact_statement, NULL AS contact_spoke FROM agents a`;

/** By name; without their last contacts where those cannot be read. */
export const listAgents = (reading: Reading): Promise<AgentRow[]> =>
  agentsWhere(reading, 'ORDER BY a.name, a.id');

export const readAgent = async (reading: Reading, id: string): Promise<AgentRow | null> =>
  (await agentsWhere(reading, 'WHERE a.id = ?', id))[0] ?? null;

async function agentsWhere(
  reading: Reading,
  where: string,
  ...values: string[]
): Promise<AgentRow[]> {
  const read = async (from: string) => reading.all<AgentRow>(`${from} ${where}`, ...values);
  return (await reading.pastDamage('contacts', () => read(select), null)) ?? read(selectAlone);
}

/** An agent of one source, without its last contact. */
export async function readAgentOf(
  reading: Reading,
  source: Agent['source'],
  id: string,
): Promise<AgentRow | null> {
  const row = await reading.get<AgentRow>(
    `${selectAlone} WHERE a.id = ? AND a.source = ?`,
    id,
    source,
  );
  return row ?? null;
}

export const hasAgent = async (reading: Reading, id: string): Promise<boolean> =>
  (await reading.get('SELECT 1 FROM agents WHERE id = ?', id)) !== undefined;

/** Adds or replaces an agent. */
export async function putAgent(
  writing: Writing,
  { id, name, descriptor, headers }: StoredAgent,
  source: Agent['source'],
): Promise<void> {
  await writing.run(
    `INSERT INTO agents(id, name, descriptor, headers, source, created) VALUES(?,?,?,?,?,?)
     ON CONFLICT(id) DO UPDATE SET name = excluded.name, descriptor = excluded.descriptor,
      headers = excluded.headers, source = excluded.source`,
    id,
    name,
    descriptor,
    headers,
    source,
    writing.now,
  );
}

/** Its headers stay as they are when `keepHeaders`. */
export async function updateAgent(
  writing: Writing,
  { id, name, descriptor, headers }: StoredAgent,
  keepHeaders: boolean,
): Promise<void> {
  await writing.run(
    'UPDATE agents SET name = ?, descriptor = ? WHERE id = ?',
    name,
    descriptor,
    id,
  );
  if (!keepHeaders) await writing.run('UPDATE agents SET headers = ? WHERE id = ?', headers, id);
}

/** With its last contact. */
export async function deleteAgent(writing: Writing, id: string): Promise<void> {
  await writing.run('DELETE FROM agents WHERE id = ?', id);
  await writing.run('DELETE FROM contacts WHERE agent = ?', id);
}

export async function deleteAgentsOf(writing: Writing, source: Agent['source']): Promise<void> {
  await writing.run('DELETE FROM agents WHERE source = ?', source);
}

export const noteSpoke = (writing: Writing, spoke: string, agentId: string): Awaitable<number> =>
  writing.run('UPDATE contacts SET spoke = ? WHERE agent = ?', spoke, agentId);

export const writeContact = (
  writing: Writing,
  contact: { agentId: string; ok: number; detail: string | null; statement: string | null },
): Awaitable<number> =>
  writing.run(
    `INSERT INTO contacts(agent, at, ok, detail, statement) VALUES(?,?,?,?,?)
     ON CONFLICT(agent) DO UPDATE SET at = excluded.at, ok = excluded.ok, detail = excluded.detail,
       statement = excluded.statement`,
    contact.agentId,
    writing.now,
    contact.ok,
    contact.detail,
    contact.statement,
  );

/** A client called in; the name it gives itself is kept. */
export const noteCall = (writing: Writing, id: string, detail: string | null): Awaitable<number> =>
  writing.run(
    `INSERT INTO contacts(agent, at, ok, detail) VALUES(?,?,1,?)
         ON CONFLICT(agent) DO UPDATE SET at = excluded.at, ok = 1, detail = COALESCE(excluded.detail, contacts.detail)`,
    id,
    writing.now,
    detail,
  );
