import { mcpClientProtocol, noAddress } from '@countersign/adapters/mcp-client/protocol';
import { say } from '@countersign/api/statements';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { withdrawPrompts } from '../decisions/close-prompt.ts';
import { operation } from '../journal/operation.ts';
import { rerouteAgent } from '../outbox/reroute.ts';
import { openRunOf } from '../records/open-runs.ts';
import { breakRun } from '../runs/run-operations.ts';
import { threadsOfClient } from './client-records.ts';

export const maxClients = 200;

/** Adds a client, and the agent of the same id; only the hash of its token is kept. Returns false at the maximum number of clients. */
export const addMcpClient = operation<
  { id: string; name: string; tokenHash: string; by: { id: string; name: string } },
  boolean
>('addMcpClient', async (transaction, { id, name, tokenHash, by }) => {
  const count = await transaction.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM mcp_clients',
  );
  if ((count?.count ?? 0) >= maxClients) return false;
  const descriptor = agentDescriptorSchema.parse({
    id,
    name,
    protocol: mcpClientProtocol.id,
    url: noAddress,
  });
  const capabilities = mcpClientProtocol.capabilities(descriptor);
  await transaction.run(
    `INSERT INTO agents(id, name, descriptor, headers, source, created) VALUES(?,?,?,NULL,'mcp',?)`,
    id,
    name,
    JSON.stringify({ ...descriptor, capabilities }),
    transaction.now,
  );
  await transaction.run(
    'INSERT INTO mcp_clients(id, token, created_by, created) VALUES(?,?,?,?)',
    id,
    tokenHash,
    by.name,
    transaction.now,
  );
  await transaction.audit({
    operator: by.id,
    action: 'mcp-client:add',
    threadId: null,
    detail: { id, name },
  });
  return true;
});

/** Its token is void at once; what it has asked is withdrawn. */
export const revokeMcpClient = operation<{ id: string; by: string }, boolean>(
  'revokeMcpClient',
  async (transaction, { id, by }) => {
    const removed = (await transaction.run('DELETE FROM mcp_clients WHERE id = ?', id)) > 0;
    if (!removed) return false;
    for (const threadId of await threadsOfClient(transaction, id)) {
      const run = await openRunOf(transaction, threadId);
      if (run === null || run.agent !== id) continue;
      const said = say('run.client-revoked');
      await withdrawPrompts(transaction, run.id, said);
      await breakRun.run(transaction, { runId: run.id, how: 'cut-off', code: 'revoked', said });
    }
    await transaction.run(`UPDATE mcp_questions SET state = 'closed' WHERE client = ?`, id);
    await transaction.run('DELETE FROM agents WHERE id = ?', id);
    await transaction.run('DELETE FROM contacts WHERE agent = ?', id);
    await rerouteAgent(transaction, id);
    await transaction.audit({
      operator: by,
      action: 'mcp-client:revoke',
      threadId: null,
      detail: { id },
    });
    return true;
  },
);

/** A client has called: what it calls itself, and the protocol's revision. */
export const meetMcpClient = operation<{ id: string; detail: string | null }, null>(
  'meetMcpClient',
  async (transaction, { id, detail }) => {
    const note = () =>
      transaction.run(
        `INSERT INTO contacts(agent, at, ok, detail) VALUES(?,?,1,?)
         ON CONFLICT(agent) DO UPDATE SET at = excluded.at, ok = 1, detail = COALESCE(excluded.detail, contacts.detail)`,
        id,
        transaction.now,
        detail,
      );
    await transaction.pastDamage('contacts', note, 0);
    return null;
  },
);
