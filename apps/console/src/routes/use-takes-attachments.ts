import { useProtocols } from '../live/agent-queries.ts';
import { useAgents } from '../live/queries.ts';

/** Whether the protocol of an agent has a place for attachments; also while it is not known. */
export function useTakesAttachments(agentId: string | undefined): boolean {
  const protocol = useAgents().data?.find(({ id }) => id === agentId)?.protocol;
  const described = useProtocols().data?.find(({ id }) => id === protocol);
  return described?.attachments.length !== 0;
}
