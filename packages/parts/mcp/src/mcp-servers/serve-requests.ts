import type { RunPlaceIds } from '@countersign/adapters/mcp-server/run-events';
import { say } from '@countersign/api/statements';
import type { JsonObject } from '@countersign/json/json-object';
import type { Clock } from '@countersign/server/runtime/clock';
import { type Client, type ClientContext, ProtocolError } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { Withdrawn } from './questions.ts';
import {
  type Answered,
  answerRequest,
  noLongerWaits,
  questionIdsOf,
  type RequestAnswerer,
} from './server-requests.ts';
import type { TaskAsks } from './task-asks.ts';

/** How often a server that waits for a person is informed of that, ms: its own time limit for a request is usually a minute. */
const keepAliveMs = 15_000;

/** The code with which a client refuses a request of a server because a person did. */
export const declinedCode = -1;

const anyParams = z.looseObject({});

/** Answers the requests that a server of the earlier revisions makes during a call. */
export function serveRequests(
  client: Client,
  by: RequestAnswerer & {
    place: RunPlaceIds;
    clock: Clock;
    /** Begins the ids of the questions: no other connection of the run has used it. */
    name: string;
    asks: TaskAsks;
    /** Whether an operator has stopped the call. */
    isStopped: () => boolean;
  },
): { close(): Promise<void> } {
  let number = 0;
  const inHand = new Set<Promise<unknown>>();

  const isLeft = () => by.signal.aborted && by.asks.isTask() && !by.isStopped();

  const serve = async (method: string, params: JsonObject, context: ClientContext) => {
    number += 1;
    const id = `${by.place.runId}:${by.name}-${number}`;
    const { signal, id: requestId } = context.mcpReq;
    const request = { method, params };
    by.asks.asked({ id, requestId, request });
    const withdraw = () => {
      for (const one of questionIdsOf(id)) by.questions.withdraw(one, noLongerWaits(by.server));
    };
    signal.addEventListener('abort', withdraw, { once: true });
    const stopReporting = keepWaiting(context, by.clock);
    try {
      const during = { ...by, signal: AbortSignal.any([by.signal, signal]) };
      const answered = await answerRequest({ id, request }, during, {
        onAnswered: (given) => by.asks.answered(id, responseOf(given)),
        onApproved() {},
      });
      if (answered.kind === 'result') return answered.result;
      throw new ProtocolError(declinedCode, answered.why);
    } catch (error) {
      // No response: the server waits for the one that a person gives when the task is joined again.
      if (isLeft()) return new Promise<never>(() => {});
      // The person stopped the call instead of answering.
      if (error instanceof Withdrawn && method === 'elicitation/create')
        return { action: 'cancel' };
      throw error instanceof Withdrawn ? new ProtocolError(declinedCode, error.reason) : error;
    } finally {
      stopReporting();
      if (!isLeft()) by.asks.done(id);
      signal.removeEventListener('abort', withdraw);
    }
  };

  const handle = (method: string, answer: typeof serve) =>
    client.setRequestHandler(method, { params: anyParams }, (params, context) => {
      const work = answer(method, params, context);
      inHand.add(work);
      const done = () => void inHand.delete(work);
      work.then(done, done);
      return work;
    });
  handle('elicitation/create', serve);
  handle('sampling/createMessage', serve);
  handle('roots/list', serve);
  return {
    async close() {
      by.questions.close(say('closed.call-ended').text);
      if (isLeft()) return;
      await Promise.allSettled(inHand);
    },
  };
}

/** What is sent as the response to a request of a server: a member `result` or `error`. */
export const responseOf = (answered: Answered): JsonObject =>
  answered.kind === 'result'
    ? { result: answered.result }
    : { error: { code: declinedCode, message: answered.why } };

/** Reports progress while a person thinks, to servers that asked for it. */
function keepWaiting({ mcpReq }: ClientContext, clock: Clock): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  let cancel = () => {};
  const keepAlive = () => {
    progress += 1;
    const params = { progressToken, progress, message: 'Waiting for a person.' };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    cancel = clock.schedule(keepAlive, keepAliveMs);
  };
  cancel = clock.schedule(keepAlive, keepAliveMs);
  return () => cancel();
}
