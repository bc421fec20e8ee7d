import { EventSchemas } from '@ag-ui/core/schemas';
import type { HaiEvent } from '@countersign/hai/event';
import type { JsonObject } from '@countersign/json/json-object';
import { type EncodingContext, fromHai, type RunIds } from './from-hai.ts';
import { carriedEvent, eventCarrier, standFor } from './hai-carrier.ts';

/** Writes one agent's HAI events as AG-UI 1.0. */
export interface AgUiEncoder {
  /** JSON objects, each valid by AG-UI's own schemas; never empty, never throws. */
  encode(event: HaiEvent): unknown[];
}

/** Reasoning messages remembered at once; beyond it the oldest is forgotten. */
const maxReasoning = 1000;

/**
 * Writes HAI as AG-UI 1.0, so that an AG-UI client understands as much as possible and `createEventDecoder` restores all of it
 * (see `carried.ts`). `threadId` and `runId` are used where HAI omits them.
 */
export function createAgUiEncoder(ids: Partial<RunIds> = {}): AgUiEncoder {
  const reasoning = new Set<string>();
  const context: EncodingContext = {
    threadId: ids.threadId ?? '',
    runId: ids.runId ?? '',
    isReasoning: (messageId) => reasoning.has(messageId),
  };

  const follow = (event: HaiEvent): void => {
    if (event.type !== 'BUSINESS_DATA_START') return;
    reasoning.delete(event.messageId);
    if (event.role !== 'reasoning') return;
    const oldest = reasoning.keys().next();
    if (reasoning.size >= maxReasoning && !oldest.done) reasoning.delete(oldest.value);
    reasoning.add(event.messageId);
  };

  return {
    encode(event) {
      follow(event);
      const closest = fromHai(event, context);
      const exact = mustStandFor(event) ? standFor(event, closest) : closest;
      if (isValid(exact)) return [exact];
      const bare = standFor(event, onlyRequired(closest));
      return [isValid(bare) ? bare : eventCarrier(event)];
    },
  };
}

const isValid = (event: JsonObject): boolean => EventSchemas.safeParse(event).success;

/** HAI allows values that AG-UI forbids in members common to all events, and an event may look like a carrier by chance. */
function mustStandFor(event: HaiEvent): boolean {
  const isOddTime = event.timestamp !== undefined && !Number.isSafeInteger(event.timestamp);
  return isOddTime || event.rawEvent === null || carriedEvent(event) !== null;
}

const requiredMembers = [
  'threadId',
  'runId',
  'message',
  'messageId',
  'toolCallId',
  'toolCallName',
  'stepName',
  'name',
  'delta',
];

/** Start and end of a run and the start of a message must reach an AG-UI client even if an optional member is invalid there. */
function onlyRequired(event: JsonObject): JsonObject {
  const members = requiredMembers.filter((key) => typeof event[key] === 'string');
  return {
    type: event['type'],
    ...Object.fromEntries(members.map((key) => [key, event[key]])),
    ...(event['type'] === 'CUSTOM' ? { value: event['value'] ?? null } : {}),
    ...(event['type'] === 'TOOL_CALL_RESULT' ? { content: JSON.stringify(event['content']) } : {}),
    ...(event['type'] === 'REASONING_MESSAGE_START' ? { role: 'reasoning' } : {}),
  };
}
