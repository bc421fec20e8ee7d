import { readSenderId, relayedId } from '@countersign/hai/sender';
import { isReserved } from './cause.ts';
import type { Draft } from './draft.ts';

/** The agent whose stream a run is, as its own items say; undefined = nothing of it was heard. */
function connectionOf(draft: Draft, runId: string): string | undefined {
  const { connections } = draft.index;
  const known = connections.get(runId);
  if (known !== undefined) return known;
  for (let position = draft.size - 1; position >= 0; position -= 1) {
    const item = draft.anyItem(position);
    if (item === undefined || item.runId !== runId || isReserved(item.agentId)) continue;
    // A run of somebody else's, as a connection tells of it, may bear any id.
    if (readSenderId(item.agentId).relayedFor !== null) continue;
    connections.set(runId, item.agentId);
    return item.agentId;
  }
  return undefined;
}

/**
 * Who is meant by an agent id in a fact of the server. Facts of older servers name whom the agent said it spoke for, which may
 * be the id of another agent: what is not the run's own agent is one that it speaks for.
 */
export function speakerInFact(draft: Draft, agentId: string, runId: string | null): string {
  if (runId === null || readSenderId(agentId).relayedFor !== null || isReserved(agentId))
    return agentId;
  const connection = connectionOf(draft, runId);
  return connection === undefined || connection === agentId
    ? agentId
    : relayedId(connection, agentId);
}
