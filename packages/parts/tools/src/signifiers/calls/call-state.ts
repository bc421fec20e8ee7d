import type { AffordanceCall } from '@countersign/adapters/affordance/record';
import type { AffordanceCallView } from '@countersign/api/affordance-call';
import type { Task } from '@countersign/api/task';
import { isObject, memberOf } from '@countersign/json/json-object';
import { isRunning } from '@countersign/part-desk/tasks/records';
import type { RunItem, Thread, ToolCallItem } from '@countersign/thread/thread';
import { isKnownEnd } from './call-ends.ts';

type State = Pick<AffordanceCallView, 'state' | 'asked' | 'stated' | 'result' | 'error' | 'reason'>;

/** A call as its caller sees it, from its task; `thread`: as of the row of the task. */
export function callView(
  taskId: string,
  { record, task, thread }: { record: AffordanceCall; task: Task; thread: Thread },
): AffordanceCallView {
  const { signifierId, label } = record;
  return {
    callId: taskId,
    signifierId,
    label,
    taskUrl: `/tasks/${taskId}`,
    ...stateOf(task, thread),
  };
}

function stateOf(task: Task, thread: Thread): State {
  const prompts = Object.values(thread.prompts);
  const open = prompts.find(({ state, blocking }) => state === 'open' && blocking);
  if (open !== undefined) return { state: 'waiting', asked: open.ask, stated: open.stated };
  const isPending = prompts.some(({ decision }) => decision?.state === 'recorded');
  if (isRunning(task) || isPending) return { state: 'waiting', asked: null };
  const call = thread.items.findLast((item): item is ToolCallItem => item.kind === 'tool-call');
  const run = thread.items.findLast((item): item is RunItem => item.kind === 'run');
  const wasCalled = call !== undefined;
  if (['stopped', 'cancelled', 'cut-off'].includes(task.runStatus)) {
    return { state: wasCalled && call.result === undefined ? 'unknown' : 'stopped', asked: null };
  }
  const failure = run?.status === 'failed' ? (run.error ?? 'It failed.') : null;
  const isLost = task.runStatus === 'lost' && wasCalled && call.result === undefined;
  const isUnknown = failure !== null && wasCalled && !isKnownEnd(run?.code ?? '');
  if (isUnknown || isLost) return { state: 'unknown', asked: null, error: failure ?? '' };
  if (failure !== null || task.runStatus === 'failed' || task.runStatus === 'lost') {
    return { state: 'failed', asked: null, error: failure ?? 'It failed.' };
  }
  if (call === undefined) {
    const closed = prompts.find(({ decision }) => decision?.feedback.type === 'reject');
    const reason = memberOf(closed?.decision?.feedback.content, 'reason');
    return {
      state: 'rejected',
      asked: null,
      reason: typeof reason === 'string' && reason !== '' ? reason : null,
    };
  }
  if (call.error !== undefined) return { state: 'failed', asked: null, error: call.error };
  return { state: 'done', asked: null, result: resultOf(call, thread) };
}

/** The result of a call; of contents that are no text, what is shown of them. */
function resultOf({ result }: ToolCallItem, thread: Thread): unknown {
  if (result !== '' && result !== undefined) return parsed(result);
  const outputs = thread.items.flatMap((item) =>
    item.kind === 'message' && item.messageId.endsWith(':content')
      ? item.parts.flatMap((part) => (part.kind === 'output' ? [part.output] : []))
      : [],
  );
  if (outputs.length === 0) return result ?? null;
  const [only] = outputs;
  const text = memberOf(only, 'text');
  return outputs.length === 1 && typeof text === 'string' ? parsed(text) : outputs;
}

/** Services put JSON into texts. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) || Array.isArray(read) ? read : value;
  } catch {
    return value;
  }
}
