import type { HaiEventOf, Message } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import type { CalledTool } from './called-tool.ts';
import { metadataOf, ownerTag } from './event-members.ts';
import type { HistoryDraft } from './history-draft.ts';

type Called = HaiEventOf<'TOOL_CALL_START' | 'TOOL_CALL_ARGS' | 'TOOL_CALL_END'>;

export function foldCallStart(draft: HistoryDraft, event: HaiEventOf<'TOOL_CALL_START'>): void {
  const { toolCallId, toolCallName } = event;
  if (draft.ownerOf(toolCallId) !== undefined) {
    // A repeated start: the same call, with its newest name.
    draft.editCall(toolCallId, (call) => ({
      ...withMetadata(call, event),
      function: { ...call.function, name: toolCallName },
    }));
    return;
  }
  const call: CalledTool = {
    id: toolCallId,
    type: 'function',
    function: { name: toolCallName, arguments: '' },
  };
  draft.addCall(callerOf(draft, event), withMetadata(call, event));
}

/** The message a call belongs to: its parent if that is an assistant message, otherwise a new one. */
function callerOf(draft: HistoryDraft, event: HaiEventOf<'TOOL_CALL_START'>): Message {
  const { toolCallId, parentMessageId } = event;
  const parent = parentMessageId ? draft.find(parentMessageId) : undefined;
  if (parent?.role === 'assistant') return parent;
  const id = parentMessageId && parent === undefined ? parentMessageId : toolCallId;
  const tag = draft.find(id) === undefined ? ownerTag(event) : {};
  return draft.add({ id, role: 'assistant', toolCalls: [], ...tag });
}

/** Arguments are not extended beyond this length. */
const maxArgumentChars = 1_000_000;
const within = (before: string, more: string): string =>
  before.length < maxArgumentChars ? before + more : before;

export function foldCallArgs(draft: HistoryDraft, event: HaiEventOf<'TOOL_CALL_ARGS'>): void {
  draft.editCall(event.toolCallId, (call) => ({
    ...withMetadata(call, event),
    function: { ...call.function, arguments: within(call.function.arguments, event.delta) },
  }));
}

export function foldCallEnd(draft: HistoryDraft, event: HaiEventOf<'TOOL_CALL_END'>): void {
  if (metadataOf(event) !== null)
    draft.editCall(event.toolCallId, (call) => withMetadata(call, event));
}

/** HAI allows a result without an id, as an object, or with an error only. */
export function foldCallResult(draft: HistoryDraft, event: HaiEventOf<'TOOL_CALL_RESULT'>): void {
  const { toolCallId, content, error } = event;
  const metadata = metadataOf(event);
  const isSayable = typeof content === 'string' || Array.isArray(content);
  draft.addResult(toolCallId, {
    id: event.messageId ?? `${toolCallId}-result`,
    toolCallId,
    role: 'tool',
    content: isSayable ? content : JSON.stringify(content ?? error ?? ''),
    ...(error === undefined ? {} : { error }),
    ...ownerTag(event),
    ...(metadata === null ? {} : { metadata }),
  });
}

function withMetadata(call: CalledTool, event: Called): CalledTool {
  const metadata = metadataOf(event);
  if (metadata === null) return call;
  const before = isObject(call['metadata']) ? call['metadata'] : {};
  return { ...call, metadata: { ...before, ...metadata } };
}
