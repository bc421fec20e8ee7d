import type { HaiEvent } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import type { ToolCall } from './hai/tool-question.ts';

/** A call as far as it was received. */
export interface KnownCall extends ToolCall {
  /** Its arguments are complete. */
  isWhole: boolean;
  /** Of another run behind this one: not answered by a person here. */
  isRelayed: boolean;
}

const maxChars = 500_000;
const maxRemembered = 1_000;

/**
 * CopilotKit's runtime sends this for a call that the browser handles: it is not a result, the browser replaces it with one.
 */
export const isPlaceholder = (content: unknown): boolean => content === 'Forwarded to client';

/** The calls of one run and which of them have a result, bounded; read from call events and message snapshots. */
export interface KnownCalls {
  read(event: HaiEvent, isRelayed: boolean): void;
  get(toolCallId: string): KnownCall | null;
  /** Calls that are complete and have no result. */
  dangling(): KnownCall[];
}

export function createKnownCalls(): KnownCalls {
  const calls = new Map<string, KnownCall>();
  const settled = new Set<string>();

  const start = (call: KnownCall) => {
    calls.delete(call.toolCallId);
    calls.set(call.toolCallId, call);
    const oldest = calls.keys().next();
    if (calls.size > maxRemembered && !oldest.done) calls.delete(oldest.value);
  };
  const settle = (toolCallId: unknown, content: unknown) => {
    if (typeof toolCallId === 'string' && !isPlaceholder(content)) settled.add(toolCallId);
  };

  /** Reads what follows the last message of a person; earlier calls belong to earlier runs. */
  const readSnapshot = (messages: readonly unknown[], isRelayed: boolean) => {
    const last = messages.findLastIndex(
      (message) => isObject(message) && message['role'] === 'user',
    );
    for (const [index, message] of messages.entries()) {
      if (!isObject(message)) continue;
      if (message['role'] === 'tool') settle(message['toolCallId'], message['content']);
      const { toolCalls } = message;
      if (index < last || !Array.isArray(toolCalls)) continue;
      for (const call of toolCalls) {
        const known = isObject(call) ? callOf(call, isRelayed) : null;
        if (known !== null && !calls.has(known.toolCallId)) start(known);
      }
    }
  };

  return {
    read(event, isRelayed) {
      switch (event.type) {
        case 'TOOL_CALL_START': {
          const { toolCallId, toolCallName: name } = event;
          start({ toolCallId, name, args: '', isWhole: false, isRelayed });
          break;
        }
        case 'TOOL_CALL_ARGS': {
          const call = calls.get(event.toolCallId);
          if (call !== undefined && call.args.length < maxChars) call.args += event.delta;
          break;
        }
        case 'TOOL_CALL_END': {
          const call = calls.get(event.toolCallId);
          if (call !== undefined) call.isWhole = true;
          break;
        }
        case 'TOOL_CALL_RESULT':
          settle(event.toolCallId, event.content);
          break;
        case 'MESSAGE_SNAPSHOT':
          readSnapshot(event.messages, isRelayed);
          break;
      }
    },
    get: (toolCallId) => calls.get(toolCallId) ?? null,
    dangling: () =>
      [...calls.values()].filter(({ toolCallId, isWhole }) => isWhole && !settled.has(toolCallId)),
  };
}

function callOf(call: Record<string, unknown>, isRelayed: boolean): KnownCall | null {
  const { id } = call;
  const tool = call['function'];
  if (typeof id !== 'string' || !isObject(tool) || typeof tool['name'] !== 'string') return null;
  const args = textOf(tool['arguments'] ?? '{}');
  return { toolCallId: id, name: tool['name'], args, isWhole: true, isRelayed };
}
