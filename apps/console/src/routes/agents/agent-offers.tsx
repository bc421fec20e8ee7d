import type { Agent } from '@countersign/api/agent';
import { Offers } from '../../features/agents/offers.tsx';
import { useRoute } from '../../live/use-route.ts';
import { useStartTask } from '../tasks/use-start-task.ts';

/** What an MCP server offers, and the navigation to the task of a call; nothing for other agents. */
export function AgentOffers({ agent, mayCall }: { agent: Agent; mayCall: boolean }) {
  const { id: agentId, mcp } = agent;
  const start = useStartTask();
  const offers = useRoute('GET /api/agents/:id/card', { params: { id: agentId } }).data?.card
    ?.offers;
  if (offers === undefined) return null;
  const call = (tool: string, args: Record<string, unknown>) =>
    start({ agentId, input: { tool, arguments: args }, title: tool.slice(0, 200) });
  return <Offers call={call} mayCall={mayCall} offers={offers} settings={mcp} />;
}
