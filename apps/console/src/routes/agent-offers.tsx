import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Offers } from '../features/agents/offers.tsx';
import { useAgentCard } from '../live/agent-queries.ts';
import { useClient } from '../live/client-context.tsx';
import { queryKeys } from '../live/query-keys.ts';
import { locale } from '../text/locale.ts';

/** What an MCP server offers, and the navigation to the task of a call; nothing for other agents. */
export function AgentOffers({ agentId, mayCall }: { agentId: string; mayCall: boolean }) {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const offers = useAgentCard(agentId).data?.card?.offers;
  if (offers === undefined) return null;
  const call = async (tool: string, args: Record<string, unknown>) => {
    const input = { tool, arguments: args };
    const body = { agentId, input, title: tool.slice(0, 200), language: locale() };
    const { taskId } = await client.api.createTask(body);
    void cache.invalidateQueries({ queryKey: queryKeys.tasks });
    await navigate({ to: '/tasks/$taskId', params: { taskId } });
  };
  return <Offers call={call} mayCall={mayCall} offers={offers} />;
}
