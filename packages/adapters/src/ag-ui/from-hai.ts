import type { HaiEvent, HaiEventOf } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { carriedEvent, outputCarrier, standFor } from './hai-carrier.ts';
import { wrappedTypes } from './to-hai.ts';

/** Ids of the run, for events where HAI may omit them and AG-UI requires them. */
export interface RunIds {
  threadId: string;
  runId: string;
}

/** What the translation of one event needs to know about the stream. */
export interface EncodingContext extends RunIds {
  isReasoning(messageId: string): boolean;
}

/**
 * The AG-UI event closest to a HAI event. If AG-UI cannot express it exactly, the HAI event is carried in its metadata
 * (`standFor`). Members that AG-UI does not define are passed through, as its schemas are open.
 */
export function fromHai(event: HaiEvent, context: EncodingContext): JsonObject {
  switch (event.type) {
    case 'RUN_STARTED':
    case 'RUN_FINISHED':
      return runEdge(event, context);
    case 'BUSINESS_DATA_START':
      return event.role === 'reasoning'
        ? { ...event, type: 'REASONING_MESSAGE_START' }
        : { ...event, type: 'TEXT_MESSAGE_START' };
    case 'BUSINESS_DATA_CONTENT':
      return content(event, context);
    case 'BUSINESS_DATA_END':
      // Decoded, the end of a reasoning message contains more than a HAI end.
      return context.isReasoning(event.messageId)
        ? standFor(event, { type: 'REASONING_MESSAGE_END', messageId: event.messageId })
        : { ...event, type: 'TEXT_MESSAGE_END' };
    case 'AGENT_COLLABORATIVE_MESSAGE_START':
      return collaborationStart(event);
    case 'AGENT_COLLABORATIVE_MESSAGE_END':
      return collaborationEnd(event);
    case 'TOOL_CALL_RESULT':
      return toolCallResult(event);
    case 'MESSAGE_SNAPSHOT':
      return { ...event, type: 'MESSAGES_SNAPSHOT' };
    case 'CUSTOM':
      return unwrapped(event);
    default:
      return event;
  }
}

function runEdge(
  event: HaiEventOf<'RUN_STARTED'> | HaiEventOf<'RUN_FINISHED'>,
  { threadId, runId }: RunIds,
): JsonObject {
  if (event.threadId !== undefined && event.runId !== undefined) return event;
  return standFor(event, { threadId, runId, ...event });
}

function content(event: HaiEventOf<'BUSINESS_DATA_CONTENT'>, context: EncodingContext): JsonObject {
  const { messageId, delta } = event;
  const isReasoning = context.isReasoning(messageId);
  if (typeof delta === 'string') {
    if (!isReasoning) return { ...event, type: 'TEXT_MESSAGE_CONTENT' };
    return standFor(event, { type: 'REASONING_MESSAGE_CONTENT', messageId, delta });
  }
  const { output } = delta;
  if (output.type === 'text' && typeof output['content'] === 'string' && !isReasoning) {
    return standFor(event, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: output['content'] });
  }
  const thought = isObject(output['data']) ? output['data']['content'] : undefined;
  if (output.type !== 'thinking' || typeof thought !== 'string') return outputCarrier(event);
  if (isReasoning) {
    return standFor(event, { type: 'REASONING_MESSAGE_CONTENT', messageId, delta: thought });
  }
  const id = `${messageId}-thinking`;
  return standFor(event, { type: 'REASONING_MESSAGE_CHUNK', messageId: id, delta: thought });
}

function collaborationStart(event: HaiEventOf<'AGENT_COLLABORATIVE_MESSAGE_START'>): JsonObject {
  const { messageId, to, from: _, ...rest } = event;
  return standFor(event, { ...rest, type: 'SUBAGENT_STARTED', subagentRunId: messageId, name: to });
}

function collaborationEnd(event: HaiEventOf<'AGENT_COLLABORATIVE_MESSAGE_END'>): JsonObject {
  const { messageId: subagentRunId, error, ...rest } = event;
  if (error === undefined) return { ...rest, type: 'SUBAGENT_FINISHED', subagentRunId };
  return standFor(event, { ...rest, type: 'SUBAGENT_ERROR', subagentRunId, message: error });
}

function toolCallResult(event: HaiEventOf<'TOOL_CALL_RESULT'>): JsonObject {
  const { toolCallId, messageId, content: result } = event;
  const isWhole = messageId !== undefined && (typeof result === 'string' || Array.isArray(result));
  if (isWhole && (event.role === undefined || event.role === 'tool')) return event;
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? event.error ?? '');
  return standFor(event, {
    type: 'TOOL_CALL_RESULT',
    toolCallId,
    messageId: messageId ?? `${toolCallId}-result`,
    content: text,
  });
}

/** The AG-UI event inside CUSTOM `ag-ui.<type>`; without the wrapper if decoding would restore the same wrapper. */
function unwrapped(event: HaiEventOf<'CUSTOM'>): JsonObject {
  const { name, value, timestamp, type: _, ...more } = event;
  if (!name.startsWith('ag-ui.') || !isObject(value)) return event;
  const type = name.slice('ag-ui.'.length);
  if (!wrappedTypes.has(type) || value['type'] !== type) return event;
  const says = Object.keys(more).length > 0 || timestamp !== value['timestamp'];
  return says || carriedEvent(value) !== null ? standFor(event, value) : value;
}
