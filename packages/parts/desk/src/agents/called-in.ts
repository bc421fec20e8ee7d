import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { Protocols } from '@countersign/adapters/protocol/protocols';
import { say } from '@countersign/api/statements';
import { ProblemError } from '@countersign/server/http/problem';
import type { AgentDirectory } from './agent-directory.ts';

/** Whether people can add agents of a protocol: they are called, and not made by this server itself. */
export const isAddable = ({ callsIn, internal }: AgentProtocol): boolean =>
  callsIn !== true && internal !== true;

/** The name of an agent that calls this server itself; null = it is called. */
export async function callingIn(
  { registry, protocols }: { registry: AgentDirectory; protocols: Protocols },
  agentId: string,
): Promise<string | null> {
  const agent = await registry.descriptor(agentId);
  if (agent === null || protocols.of(agent.protocol)?.callsIn !== true) return null;
  return agent.name;
}

export const notCallable = (name: string): ProblemError =>
  new ProblemError('forbidden', say('agent.calls-in', { name }));

/** Refuses to start an agent that calls this server itself: there is no address to start it at. */
export async function requireCallable(
  deps: { registry: AgentDirectory; protocols: Protocols },
  agentId: string,
): Promise<void> {
  const name = await callingIn(deps, agentId);
  if (name !== null) throw notCallable(name);
}
