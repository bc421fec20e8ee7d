import { operation } from '../journal/operation.ts';
import { rerouteAgent } from '../outbox/reroute.ts';
import {
  deleteAgent,
  deleteAgentsOf,
  hasAgent,
  putAgent,
  type StoredAgent,
  updateAgent,
} from '../store/agents.ts';

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

export const changeAgent = operation<
  StoredAgent & { keepHeaders: boolean; operatorId: string },
  null
>('changeAgent', async (transaction, agent) => {
  const { id, descriptor, keepHeaders } = agent;
  await updateAgent(transaction, agent, keepHeaders);
  const detail = { id, descriptor: JSON.parse(descriptor) };
  await transaction.audit({
    operator: agent.operatorId,
    action: 'agent:change',
    threadId: null,
    detail,
  });
  await rerouteAgent(transaction, id);
  return null;
});

export const removeAgent = operation<{ id: string; operatorId: string }, null>(
  'removeAgent',
  async (transaction, { id, operatorId }) => {
    await deleteAgent(transaction, id);
    await rerouteAgent(transaction, id);
    await transaction.audit({
      operator: operatorId,
      action: 'agent:remove',
      threadId: null,
      detail: { id },
    });
    return null;
  },
);
