import type { HaiEvent, Message } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { HistoryDraft } from './history-draft.ts';

/** The subagent that made a message (AG-UI). */
export function ownerTag(event: HaiEvent | JsonObject): { subagentRunId?: string } {
  const { subagentRunId } = event;
  return typeof subagentRunId === 'string' ? { subagentRunId } : {};
}

/**
 * The metadata of an event as the agent sent it: without the sender, which is written by us (`attribute` in `subagents.ts`),
 * and without a carried HAI event.
 */
export function metadataOf(event: HaiEvent | JsonObject): JsonObject | null {
  const { metadata, subagentRunId } = event;
  if (!isObject(metadata)) return null;
  if (typeof subagentRunId !== 'string' || metadata['runId'] !== subagentRunId) return metadata;
  const { agentId: _, runId: __, ...given } = metadata;
  return Object.keys(given).length === 0 ? null : given;
}

/** Merged key by key, the last value wins. Activities are left unchanged, as they are never sent. */
export function addMetadata(draft: HistoryDraft, message: Message, event: HaiEvent): void {
  const metadata = metadataOf(event);
  if (metadata === null || message.role === 'activity') return;
  const before = isObject(message['metadata']) ? message['metadata'] : {};
  draft.edit(message)['metadata'] = { ...before, ...metadata };
}
