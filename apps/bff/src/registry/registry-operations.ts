import { operation } from '../journal/operation.ts';
import { rerouteAgent } from '../outbox/reroute.ts';

export interface StoredAgent {
  id: string;
  name: string;
  /** The descriptor as JSON, without its headers. */
  descriptor: string;
  /** The headers, encrypted. */
  headers: string | null;
}

const upsert = `INSERT INTO agents(id, name, descriptor, headers, source, created) VALUES(?,?,?,?,?,?)
  ON CONFLICT(id) DO UPDATE SET name = excluded.name, descriptor = excluded.descriptor,
  headers = excluded.headers, source = excluded.source`;

/** Replaces the agents of the file by its content, at every start. */
export const syncConfigAgents = operation<StoredAgent[], null>(
  'syncConfigAgents',
  (transaction, agents) => {
    transaction.run(`DELETE FROM agents WHERE source = 'config'`);
    for (const agent of agents) {
      const { id, name, descriptor, headers } = agent;
      transaction.run(upsert, id, name, descriptor, headers, 'config', transaction.now);
    }
    return null;
  },
);

export const addAgent = operation<StoredAgent & { operatorId: string }, { added: boolean }>(
  'addAgent',
  (transaction, agent) => {
    if (transaction.get('SELECT 1 FROM agents WHERE id = ?', agent.id) !== undefined) {
      return { added: false };
    }
    const { id, name, descriptor, headers } = agent;
    transaction.run(upsert, id, name, descriptor, headers, 'api', transaction.now);
    const detail = { id, descriptor: JSON.parse(descriptor) };
    transaction.audit({ operator: agent.operatorId, action: 'agent:add', threadId: null, detail });
    rerouteAgent(transaction, id);
    return { added: true };
  },
);

export const changeAgent = operation<
  StoredAgent & { keepHeaders: boolean; operatorId: string },
  null
>('changeAgent', (transaction, agent) => {
  const { id, name, descriptor, headers, keepHeaders } = agent;
  transaction.run('UPDATE agents SET name = ?, descriptor = ? WHERE id = ?', name, descriptor, id);
  if (!keepHeaders) transaction.run('UPDATE agents SET headers = ? WHERE id = ?', headers, id);
  const detail = { id, descriptor: JSON.parse(descriptor) };
  transaction.audit({ operator: agent.operatorId, action: 'agent:change', threadId: null, detail });
  rerouteAgent(transaction, id);
  return null;
});

export const removeAgent = operation<{ id: string; operatorId: string }, null>(
  'removeAgent',
  (transaction, { id, operatorId }) => {
    transaction.run('DELETE FROM agents WHERE id = ?', id);
    transaction.run('DELETE FROM contacts WHERE agent = ?', id);
    rerouteAgent(transaction, id);
    transaction.audit({
      operator: operatorId,
      action: 'agent:remove',
      threadId: null,
      detail: { id },
    });
    return null;
  },
);
