import { callId } from '@countersign/adapters/mcp-server/run-events';
import {
  isFinal,
  type RelayPart,
  type RelayState,
  type RelayTask,
} from '@countersign/adapters/relay/neutral';
import type { Prompt } from '@countersign/api/prompt';
import type { Task } from '@countersign/api/task';
import type { Output } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import type { RelayRecord } from '@countersign/part-desk/relayed/relay-record';
import { isRunning } from '@countersign/part-desk/tasks/records';
import type { MessageItem, Thread, ThreadItem, ToolCallItem } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { upPromptOf } from '@countersign/upformat/up-prompt';

/** The state of a task for its caller, as far as its row shows it; null = the whole thread is needed. */
export const runningState = (task: Task): RelayState | null =>
  task.openPrompts.blocking === 0 && isRunning(task) ? 'working' : null;

/** The questions that a task waits for. */
export const openQuestions = ({ prompts }: Pick<Thread, 'prompts'>): ThreadPrompt[] =>
  Object.values(prompts).filter(({ state, blocking }) => state === 'open' && blocking);

/** A task as an answer to its requester. `thread`: as of its row. `asked`: its open questions as they are stored, by their ids. */
export function relayTaskOf(
  task: Task,
  { thread, asked }: { thread: Thread; asked: ReadonlyMap<string, Prompt> },
  record: RelayRecord,
): RelayTask {
  const prompts = Object.values(thread.prompts);
  const open = openQuestions(thread);
  const call = thread.items.findLast(isOwnCall);
  const asks = open.length > 0 ? 'input-required' : stateOf(task, prompts);
  // A tool that has failed ends its run as one that has not.
  const state = asks === 'completed' && call?.status === 'failed' ? 'failed' : asks;
  const lastSaid = thread.items.findLast(
    (item) => item.kind === 'up-message' && item.agentId === task.agentId,
  );
  const explanation = lastSaid?.kind === 'up-message' ? (lastSaid.message.explanation ?? '') : '';
  const failure = thread.run.error ?? call?.error ?? explanation;
  return {
    agent: record.service,
    taskId: task.id,
    contextId: record.contextId ?? task.id,
    createdAt: task.startedAt,
    ...(isFinal(state) ? { endedAt: task.endedAt ?? task.updatedAt } : {}),
    state,
    said:
      state === 'input-required'
        ? open.flatMap((prompt) => askedIn(prompt, asked.get(prompt.id)))
        : explanation === '' || state === 'working'
          ? []
          : [{ kind: 'text', text: explanation }],
    output: state === 'working' ? [] : outputsOf(task, thread.items),
    error: state === 'failed' ? { code: 'internal', message: failure || 'The run failed.' } : null,
  };
}

/** Of a task that waits for nobody. */
function stateOf(task: Task, prompts: readonly ThreadPrompt[]): RelayState {
  if (isRunning(task)) return 'working';
  // An answer that is not delivered yet continues the task in another run.
  if (prompts.some(({ decision }) => decision?.state === 'recorded')) return 'working';
  switch (task.runStatus) {
    case 'failed':
    case 'lost':
      return 'failed';
    case 'stopped':
    case 'cancelled':
    case 'cut-off':
      return 'canceled';
    default:
      return task.state === 'failed'
        ? 'failed'
        : task.state === 'cancelled'
          ? 'canceled'
          : 'completed';
  }
}

/** The id of a question for its caller: another one as soon as something else is asked. */
export const questionIdOf = ({ id, digest = '' }: Pick<ThreadPrompt, 'id' | 'digest'>): string =>
  digest === '' ? id : `${id}~${digest.slice(-16)}`;

/**
 * What is asked, for a caller that can read it: the question, and what it is about. What is stored was read after the thread, and may
 * be a newer version: the id, the words and the proposal are of the same one.
 */
function askedIn(known: ThreadPrompt, stored: Prompt | undefined): RelayPart[] {
  const { message, ask } = stored ?? { message: undefined, ask: known.ask };
  const schema = message?.upContext?.schema;
  const { allowed } = message === undefined ? {} : upPromptOf(message);
  const proposal = message?.payload;
  const isEmpty = isObject(proposal) && Object.keys(proposal).length === 0;
  const question = {
    id: questionIdOf(stored ?? known),
    ...(proposal === undefined || isEmpty ? {} : { proposal }),
    ...(schema === undefined ? {} : { schema }),
    // What may be answered, if the agent says so.
    ...(allowed === undefined ? {} : { allowed }),
  };
  return [
    { kind: 'text', text: ask || message?.explanation || 'A person is asked.' },
    { kind: 'data', data: { question } },
  ];
}

/** What the agent itself has said and returned, in order. */
function outputsOf(task: Task, items: readonly ThreadItem[]): RelayTask['output'] {
  return items.flatMap((item): RelayTask['output'] => {
    if (item.agentId !== task.agentId) return [];
    if (item.kind === 'message' && item.role !== 'user') {
      const parts = partsOf(item);
      return parts.length === 0 ? [] : [{ id: item.key, name: null, parts }];
    }
    if (isOwnCall(item)) return resultOf(item);
    if (item.kind === 'up-message' && item.promptId === null) {
      const { payload, messageId } = item.message;
      if (payload === undefined) return [];
      return [{ id: messageId, name: 'payload', parts: [{ kind: 'data', data: payload }] }];
    }
    if (item.kind === 'run' && item.result !== undefined && item.result !== null) {
      return [{ id: item.key, name: 'result', parts: [{ kind: 'data', data: item.result }] }];
    }
    return [];
  });
}

/** The call that a run with a source of tools is. Calls of other agents are their own business. */
const isOwnCall = (item: ThreadItem): item is ToolCallItem =>
  item.kind === 'tool-call' && item.toolCallId === callId({ runId: item.runId ?? '' });

function resultOf({ key, status, result }: ToolCallItem): RelayTask['output'] {
  if (status !== 'done' || result === undefined || result === null || result === '') return [];
  const part: RelayPart =
    typeof result === 'string' ? { kind: 'text', text: result } : { kind: 'data', data: result };
  return [{ id: key, name: 'result', parts: [part] }];
}

/** What a message says, as its caller reads it. */
export function partsOf({ parts }: Pick<MessageItem, 'parts'>): RelayPart[] {
  return parts.flatMap((part): RelayPart[] => {
    if (part.kind === 'text')
      return part.text.trim() === '' ? [] : [{ kind: 'text', text: part.text }];
    return part.kind === 'output' ? [outputPart(part.output)] : [];
  });
}

const fileOutputs: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'file']);

/** An output of an agent: a file in its content or by its address, or data. */
function outputPart(output: Output): RelayPart {
  // A part of A2A or ACP that is data, as its adapter shows it.
  if (output.type === 'a2a.data' || output.type === 'acp.data')
    return { kind: 'data', data: output['data'] };
  const { base64, url } = output;
  const name = typeof output['name'] === 'string' ? output['name'] : null;
  const mediaType = typeof output['mimeType'] === 'string' ? output['mimeType'] : null;
  if (fileOutputs.has(output.type)) {
    if (typeof base64 === 'string') {
      return { kind: 'bytes', base64, mediaType: mediaType ?? 'application/octet-stream', name };
    }
    if (typeof url === 'string') return { kind: 'link', url, mediaType, name };
  }
  return { kind: 'data', data: output };
}
