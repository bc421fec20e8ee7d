import type { TaskAsk } from '@countersign/adapters/mcp-server/position';
import { progressed } from '@countersign/adapters/mcp-server/run-events';
import { say } from '@countersign/api/statements';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import { ProtocolError } from '@modelcontextprotocol/client';
import { answererOf, type CallOptions } from './call-options.ts';
import { failureOf, looseResult, type McpLink, noTimeoutMs } from './connect.ts';
import { responseOf } from './serve-requests.ts';
import { answerRequest } from './server-requests.ts';
import type { TaskAsks } from './task-asks.ts';

/** A task that a server works on: a long call of the revision 2025-11-25. */
export interface CreatedTask {
  taskId: string;
  /** Those of an earlier server of ours that have not been answered yet. */
  asks: readonly TaskAsk[];
}

/** For so long a server keeps the task and its result, ms. */
export const taskMs = 24 * 60 * 60_000;
/** Between two questions for its status, ms: as the server wishes, within these limits. */
const usualPollMs = 1_000;
const pollMs = { least: 250, most: 15_000 };
/** A server that does not answer for so long is lost, ms. */
const lostMs = 10 * 60_000;
/** For the answer to one question, ms. */
const answerMs = 30_000;
const maxMessageChars = 2_000;

/** The task that the result of a call announces; null = it is the result itself. */
export function taskIn({ task }: JsonObject): string | null {
  const id = isObject(task) ? task['taskId'] : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Follows a task until it ends, and returns its result. Cancels it if the call is stopped. Rejects if there is no result. */
export async function followTask(
  options: CallOptions,
  link: McpLink,
  { taskId, asks }: CreatedTask,
  kept: TaskAsks,
): Promise<JsonObject> {
  kept.begin({ taskId, session: link.session() }, asks);
  const show = statusReport(options);
  show({ status: 'working' });
  const asking = Promise.all(asks.map((ask) => askAgain(options, link, ask, kept)));
  // A question that nobody answers any more is no reason to leave the task.
  asking.catch(() => {});
  try {
    return await resultOf(options, link, taskId, show);
  } catch (error) {
    if (options.isStopped()) await cancel(link, taskId);
    throw error;
  }
}

const cancel = (link: McpLink, taskId: string): Promise<unknown> =>
  link.client
    .request({ method: 'tasks/cancel', params: { taskId } }, looseResult, { timeout: 2_000 })
    .catch(() => null);

async function resultOf(
  options: CallOptions,
  link: McpLink,
  taskId: string,
  show: (task: JsonObject) => void,
): Promise<JsonObject> {
  const { signal, clock, agent } = options;
  let receivedAt = clock.monotonic();
  /** Open until the task has ended: what the server asks meanwhile comes with it. */
  let payload: Promise<JsonObject | Error> | null = null;
  const ask = (method: string, timeout: number) =>
    link.client.request({ method, params: { taskId } }, looseResult, { signal, timeout });
  for (;;) {
    signal.throwIfAborted();
    const task = await ask('tasks/get', answerMs).catch((error: unknown) => error);
    if (isObject(task) && !(task instanceof Error)) {
      receivedAt = clock.monotonic();
      show(task);
      const { status } = task;
      if (status === 'cancelled') {
        throw new AgentFailure(
          'cancelled',
          say('call.task-cancelled', { agent: agent.name, said: messageOf(task) ?? '–' }),
        );
      }
      if (status !== 'working') {
        payload ??= ask('tasks/result', noTimeoutMs).catch((error: unknown) =>
          error instanceof Error ? error : new Error(String(error)),
        );
      }
      const result = await firstOf(payload, pause(options, task));
      if (result instanceof Error) {
        if (status === 'completed' || status === 'failed') throw result;
        // Its stream broke off: it is asked for again.
        payload = null;
      } else if (result !== null) return result;
    } else {
      signal.throwIfAborted();
      const isFinal = task instanceof ProtocolError || isRefusal(failureOf(task, agent));
      if (isFinal || clock.monotonic() - receivedAt > lostMs) throw task;
      await pause(options, {});
    }
  }
}

/** Refused with a status that will not change: the session, or the task, is not known any more. */
const isRefusal = ({ status }: AgentFailure): boolean =>
  status !== null && status >= 400 && status < 500;

const firstOf = async (
  payload: Promise<JsonObject | Error> | null,
  pausing: Promise<void>,
): Promise<JsonObject | Error | null> => {
  const paused = pausing.then(() => null);
  return payload === null ? paused : Promise.race([payload, paused]);
};

function pause({ clock, signal }: CallOptions, { pollInterval }: JsonObject): Promise<void> {
  const wishedMs = typeof pollInterval === 'number' ? pollInterval : usualPollMs;
  const delayMs = Math.min(Math.max(wishedMs, pollMs.least), pollMs.most);
  return new Promise((resolve) => {
    const done = () => {
      cancelTimer();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancelTimer = clock.schedule(done, delayMs);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}

const messageOf = ({ statusMessage }: JsonObject): string | null =>
  typeof statusMessage === 'string' && statusMessage.trim() !== ''
    ? statusMessage.slice(0, maxMessageChars)
    : null;

/** Shows a status that has changed; while nobody reads the run, only the first. */
function statusReport({ place, emit, unread }: CallOptions): (task: JsonObject) => void {
  let shown = '';
  return (task) => {
    const message = messageOf(task);
    const status = String(task['status']).slice(0, 60);
    const report = { status, ...(message === null ? {} : { message }) };
    const text = JSON.stringify(report);
    if (text === shown || (shown !== '' && unread() > maxMessageChars * 50)) return;
    shown = text;
    emit(progressed(place, report));
  };
}

/** A request that was open when an earlier server of ours ended: the server still waits for its answer, in the same session. */
async function askAgain(
  options: CallOptions,
  link: McpLink,
  { id, requestId, request, response }: TaskAsk,
  kept: TaskAsks,
): Promise<void> {
  let answer = response;
  if (answer === undefined) {
    await answerRequest({ id, request }, answererOf(options), {
      onAnswered(answered) {
        answer = responseOf(answered);
        kept.answered(id, answer);
      },
      onApproved() {},
    });
  }
  if (answer !== undefined) await link.respond(requestId, answer);
  kept.done(id);
}
