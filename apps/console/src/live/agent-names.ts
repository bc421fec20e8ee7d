import { senderName } from '../text/sender-name.ts';
import { useAgents } from './queries.ts';

/** Turns the id of an agent or an operator into the name a person knows; unknown ids stay as they are. */
export function useAgentNames(): (id: string) => string {
  const names = new Map(useAgents().data?.map((agent) => [agent.id, agent.name]));
  return (id) =>
    senderName(id, (agentId) => names.get(agentId) ?? agentId.replace(/^operator:/, ''));
}
