import type { Agent } from '@countersign/api/agent';
import type { ServiceRegistry } from '../uap/service-registry.ts';

/** Agents that the gateway has added are named after their service. */
const named = /^uap-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** An agent with whether its service is still registered. Its tasks stay readable when it is not. */
export function withService(agent: Agent, registry: Pick<ServiceRegistry, 'service'>): Agent {
  const id = named.exec(agent.id)?.[1];
  if (id === undefined || agent.source !== 'api') return agent;
  return { ...agent, service: registry.service(id) === null ? 'gone' : 'registered' };
}
