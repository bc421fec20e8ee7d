import { useMemo } from 'react';
import { useAgents, useMe } from '../live/queries.ts';

export interface Names {
  agentName: (agentId: string) => string;
  operatorName: (operatorId: string) => string;
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
    return {
      agentName: (id) => names.get(id) ?? readableId(id),
      operatorName: (id) => (me !== undefined && me.id === id ? me.name : readableId(id)),
    };
  }, [agents, me]);
}
