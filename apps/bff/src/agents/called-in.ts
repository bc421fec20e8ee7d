import type { Protocols } from '@countersign/adapters/protocol/protocols';
import { say } from '@countersign/api/statements';
import { ProblemError } from '../http/problem.ts';
import type { AgentDirectory } from './agent-directory.ts';

/** Refuses to start an agent that calls this server itself: there is no address to start it at. */
export async function requireCallable(
  { registry, protocols }: { registry: AgentDirectory; protocols: Protocols },
  agentId: string,
): Promise<void> {
  const agent = await registry.descriptor(agentId);
  if (agent === null || protocols.of(agent.protocol)?.callsIn !== true) return;
  throw new ProblemError('forbidden', say('agent.calls-in', { name: agent.name }));
}
