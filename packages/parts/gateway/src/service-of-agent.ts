import type { Agent } from '@countersign/api/agent';
import type { ServiceRegistry } from '@countersign/part-registry/services/service-registry';
import type { TreeKeeper } from '@countersign/part-registry/tree/tree-keeper';

/** Agents that the gateway has added are named after their service. */
const named = /^uap-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Agents with whether their service is still registered, here or below this registry. The tasks of an agent stay readable when it is
 * not.
 */
export function withService(
  agents: readonly Agent[],
  {
    serviceRegistry,
    registryTree,
  }: {
    serviceRegistry: Pick<ServiceRegistry, 'service'>;
    registryTree: Pick<TreeKeeper, 'services'>;
  },
): Agent[] {
  // All services below are looked through once, and only if an agent is not of here.
  let below: ReadonlySet<string> | null = null;
  const isBelow = (id: string): boolean => {
    below ??= new Set(registryTree.services([]).map((service) => service.id));
    return below.has(id);
  };
  return agents.map((agent) => {
    const id = named.exec(agent.id)?.[1];
    if (id === undefined || agent.source !== 'api') return agent;
    const isThere = serviceRegistry.service(id) !== null || isBelow(id);
    return { ...agent, service: isThere ? 'registered' : 'gone' };
  });
}
