import { useMemo } from 'react';
import { useAgents, useMe } from '../live/queries.ts';

export interface Names {
  agentName: (agentId: string) => string;
  operatorName: (operatorId: string) => string;
  /** Of whoever speaks: an agent id, or `operator:<id>`. */
  nameOf: (speakerId: string) => string;
}

/** `freelancer-recommender` reads `Freelancer recommender`: an agent behind another one has no entry of its own. */
export function readableId(id: string): string {
  const words = id.replace(/[-_.]+/g, ' ').trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of agents and operators by their ids; a readable form of the id when there is no name. */
export function useNames(): Names {
  const agents = useAgents().data;
  const me = useMe().data;
  return useMemo(() => {
    const names = new Map((agents ?? []).map((agent) => [agent.id, agent.name]));
    const agentName = (id: string) => names.get(id) ?? readableId(id);
    const operatorName = (id: string) =>
      me !== undefined && me.id === id ? me.name : readableId(id);
    const nameOf = (id: string) =>
      id.startsWith('operator:') ? operatorName(id.slice('operator:'.length)) : agentName(id);
    return { agentName, operatorName, nameOf };
  }, [agents, me]);
}
