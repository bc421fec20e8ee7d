import type { HaiEvent, Message } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import type { ToolCall } from './hai/tool-question.ts';

/** A call as far as it was received. */
export interface KnownCall extends ToolCall {
  /** Of another run behind this one: not answered by a person here. */
  isRelayed: boolean;
  /** Announced by events; else it was found in a snapshot. */
  isStarted: boolean;
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
  /** Whether a call was made by this run. Agents announce calls of earlier runs again, in snapshots and as events. */
  isOfThisRun(call: KnownCall): boolean;
  /** Calls of this run without a result, also those that were never ended. */
  dangling(): KnownCall[];
}

/** `earlier`: the conversation that the run was started with. */
export function createKnownCalls(earlier: readonly Message[] = []): KnownCalls {
  const calls = new Map<string, KnownCall>();
  const settled = new Set<string>();
  const before = callsIn(earlier);
  const answeredBefore = new Set(earlier.map(({ toolCallId }) => toolCallId));

  // Some agents number their calls from one in each run: an id that has its result may name another call.
  const isOfThisRun = ({ toolCallId, name, args, isStarted }: KnownCall): boolean => {
    const one = before.get(toolCallId);
    if (one === undefined) return true;
    const isOther = one.name !== name || one.args !== args;
    return isStarted && isOther && answeredBefore.has(toolCallId);
  };

  const start = (call: KnownCall) => {
    calls.delete(call.toolCallId);
    calls.set(call.toolCallId, call);
    const oldest = calls.keys().next();
    if (calls.size > maxRemembered && !oldest.done) calls.delete(oldest.value);
  };
  const settle = (toolCallId: unknown, content: unknown) => {
    if (typeof toolCallId === 'string' && !isPlaceholder(content)) settled.add(toolCallId);
  };

  /** Reads what follows the last message of a person: our history need not have all that the agent has. */
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
        const known = callOf(call);
        if (known !== null && !calls.has(known.toolCallId))
          start({ ...known, isRelayed, isStarted: false });
      }
    }
  };

  return {
    read(event, isRelayed) {
      switch (event.type) {
        case 'TOOL_CALL_START': {
          const { toolCallId, toolCallName: name } = event;
          start({ toolCallId, name, args: '', isRelayed, isStarted: true });
          break;
        }
        case 'TOOL_CALL_ARGS': {
          const call = calls.get(event.toolCallId);
          if (call !== undefined && call.args.length < maxChars) call.args += event.delta;
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
    isOfThisRun,
    dangling: () =>
      [...calls.values()].filter((call) => !settled.has(call.toolCallId) && isOfThisRun(call)),
  };
}

const callsIn = (messages: readonly Message[]): ReadonlyMap<string, ToolCall> =>
  new Map(
    messages.flatMap(({ toolCalls = [] }) =>
      toolCalls.flatMap((call) => {
        const made = callOf(call);
        return made === null ? [] : [[made.toolCallId, made] as const];
      }),
    ),
  );

function callOf(call: unknown): ToolCall | null {
  if (!isObject(call)) return null;
  const { id } = call;
  const tool = call['function'];
  if (typeof id !== 'string' || !isObject(tool) || typeof tool['name'] !== 'string') return null;
  const args = textOf(tool['arguments'] ?? '{}');
  return { toolCallId: id, name: tool['name'], args };
}
