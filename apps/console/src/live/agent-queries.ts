import type { AgentFigures } from '@countersign/api/agent';
import type { AgentCardAnswer } from '@countersign/api/agents/agent-card';
import type { Library } from '@countersign/api/agents/library';
import type { Protocol } from '@countersign/api/agents/protocol';
import type { Task } from '@countersign/api/task';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { useClient } from './session/client-context.tsx';

/** Not part of any fact: they are read again while they are shown. */
const FRESH_MS = 5_000;

/** The protocols agents may use: constant while the server runs. */
export function useProtocols(): UseQueryResult<Protocol[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.protocols,
    queryFn: () => client.api.listProtocols(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What authors of agents can install from this server. `wanted` false asks nothing. */
export function useLibraries(wanted: boolean): UseQueryResult<Library[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.libraries,
    queryFn: () => client.api.listLibraries(),
    enabled: wanted,
  });
}

/** The recent tasks and questions of one agent. */
export function useAgentFigures(agentId: string): UseQueryResult<AgentFigures> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.agentFigures(agentId),
    queryFn: () => client.api.getAgentFigures(agentId),
    refetchInterval: FRESH_MS,
  });
}

/** What an agent says about itself, read from it when its page is opened. */
export function useAgentCard(agentId: string): UseQueryResult<AgentCardAnswer> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.agentCard(agentId),
    queryFn: () => client.api.getAgentCard(agentId),
    staleTime: 60_000,
  });
}

/** The newest tasks that one agent took part in. */
export function useAgentTasks(agentId: string, limit: number): UseQueryResult<Task[]> {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.agentTasks(agentId),
    queryFn: async () => (await client.api.listTasks({ agent: agentId, limit })).items,
    refetchInterval: FRESH_MS,
  });
}
