import { useMemo } from 'react';
import { useAgents, useMe } from '../live/queries.ts';
import { readableId, senderName } from '../text/sender-name.ts';

export interface Names {
  agentName: (agentId: string) => string;
  operatorName: (operatorId: string) => string;
  /** Of any sender: an agent id, `relayed:…` for a claimed name, or `operator:<id>`. */
  nameOf: (speakerId: string) => string;
}

/** Names of agents and operators by their ids; a readable form of the id when there is no name. */
export function useNames(): Names {
  const agents = useAgents().data;
  const me = useMe().data;
  return useMemo(() => {
    const names = new Map((agents ?? []).map((agent) => [agent.id, agent.name]));
    const agentName = (id: string) =>
      senderName(id, (agentId) => names.get(agentId) ?? readableId(agentId));
    const operatorName = (id: string) =>
      me !== undefined && me.id === id ? me.name : readableId(id);
    const nameOf = (id: string) =>
      id.startsWith('operator:') ? operatorName(id.slice('operator:'.length)) : agentName(id);
    return { agentName, operatorName, nameOf };
  }, [agents, me]);
}
