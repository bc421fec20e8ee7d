import { readSenderId, relayedId } from '@countersign/hai/sender';
import { isReserved } from './cause.ts';
import type { Draft } from './fold/draft.ts';

/** The agent on whose stream a run was received, from its items; undefined = no item of it. */
function connectionOf(draft: Draft, runId: string): string | undefined {
  const { connections } = draft.index;
  const known = connections.get(runId);
  if (known !== undefined) return known;
  for (let position = draft.size - 1; position >= 0; position -= 1) {
    const item = draft.anyItem(position);
    if (item === undefined || item.runId !== runId || isReserved(item.agentId)) continue;
    // A run relayed by a connection can have any id.
    if (readSenderId(item.agentId).relayedFor !== null) continue;
    connections.set(runId, item.agentId);
    return item.agentId;
  }
  return undefined;
}

/**
 * The sender meant by an agent id in a fact of the server. Facts of older servers contain the name an agent acted for, which may
 * be the id of another agent: an id other than the run's agent is one that it acts for.
 */
export function senderInFact(draft: Draft, agentId: string, runId: string | null): string {
  if (runId === null || readSenderId(agentId).relayedFor !== null || isReserved(agentId))
    return agentId;
  const connection = connectionOf(draft, runId);
  return connection === undefined || connection === agentId
    ? agentId
    : relayedId(connection, agentId);
}
