import { operation } from '@countersign/server/journal/operation';
import { rerouteAgent } from '../outbox/reroute.ts';
import {
  type AgentRow,
  deleteAgent,
  deleteAgentsOf,
  hasAgent,
  putAgent,
  readAgentOf,
  type StoredAgent,
  updateAgent,
} from '../rows/agents.ts';

/** Replaces the agents of the file by its content, at every start. */
export const syncConfigAgents = operation<StoredAgent[], null>(
  'syncConfigAgents',
  async (transaction, agents) => {
    await deleteAgentsOf(transaction, 'config');
    for (const agent of agents) await putAgent(transaction, agent, 'config');
    return null;
  },
);

export const addAgent = operation<StoredAgent & { operatorId: string }, { added: boolean }>(
  'addAgent',
  async (transaction, agent) => {
    if (await hasAgent(transaction, agent.id)) return { added: false };
    const { id, descriptor } = agent;
    await putAgent(transaction, agent, 'api');
    const detail = { id, descriptor: JSON.parse(descriptor) };
    await transaction.audit({
      operator: agent.operatorId,
      action: 'agent:add',
      threadId: null,
      detail,
    });
    await rerouteAgent(transaction, id);
    return { added: true };
  },
);

export interface ChangedAgent {
  agent: StoredAgent;
  keepHeaders: boolean;
  /** The agent that the change was worked out from. */
  seen: Pick<AgentRow, 'descriptor' | 'headers' | 'source'>;
  operatorId: string;
}

/** Changes an agent, unless it has changed since it was seen: whether secrets may stay depends on where they went. */
export const changeAgent = operation<ChangedAgent, 'changed' | 'moved'>(
  'changeAgent',
  async (transaction, { agent, keepHeaders, seen, operatorId }) => {
    const { id, descriptor } = agent;
    const before = await readAgentOf(transaction, seen.source, id);
    if (before?.descriptor !== seen.descriptor || before.headers !== seen.headers) return 'moved';
    if (keepHeaders && before.descriptor === descriptor) return 'changed';
    await updateAgent(transaction, agent, keepHeaders);
    const detail = { id, descriptor: JSON.parse(descriptor) };
    await transaction.audit({
      operator: operatorId,
      action: 'agent:change',
      threadId: null,
      detail,
    });
    await rerouteAgent(transaction, id);
    return 'changed';
  },
);

/** Removes an agent that was added here. Returns whether it was there. */
export const removeAgent = operation<{ id: string; operatorId: string }, boolean>(
  'removeAgent',
  async (transaction, { id, operatorId }) => {
    if ((await readAgentOf(transaction, 'api', id)) === null) return false;
    await deleteAgent(transaction, id);
    await rerouteAgent(transaction, id);
    await transaction.audit({
      operator: operatorId,
      action: 'agent:remove',
      threadId: null,
      detail: { id },
    });
    return true;
  },
);
