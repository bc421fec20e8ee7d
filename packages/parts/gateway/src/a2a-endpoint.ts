import {
  type A2aNotated,
  a2aNotated,
  isServedVersion,
  isStreamed,
  isSubscription,
} from '@countersign/adapters/relay/a2a-notation';
import { isFinal, RelayRefusal, type RelayTask } from '@countersign/adapters/relay/neutral';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { calledOrigin } from '@countersign/server/guard/called-origin';
import { operatorOf } from '@countersign/server/guard/guard';
import type { SecureHost } from '@countersign/server/guard/session-cookie';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { headerOf } from '@countersign/server/http/web-exchange';
import type { Clock } from '@countersign/server/runtime/clock';
import { writeCard } from '@countersign/uap/profile/a2a-card';
import { profileOf } from '@countersign/uap/profile/profile-of';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calling } from './calling.ts';
import { openEventStream } from './event-stream.ts';
import { type Gateway, refusalOf, streamMs } from './gateway.ts';
import { eventsOf } from './tasks/task-events.ts';
import { maxHistory } from './tasks/task-history.ts';

type RpcId = string | number | null;

interface Rpc {
  id: RpcId;
  method: string;
  params: JsonObject;
}

/** Serves agents of any protocol as one of A2A 1.0 and 0.3.0 over JSON-RPC. */
export function createA2aEndpoint(gateway: Gateway, clock: Clock, secureHost: SecureHost) {
  return {
    /** The card of an agent, with the address of the gateway. */
    async card(request: FastifyRequest, reply: FastifyReply, service: string) {
      const calling = callingOf(request);
      try {
        const path = await gateway.paths.find(calling.caller, 'a2a', service);
        const url = `${calledOrigin(request, secureHost)}/api/gateway/a2a/${encodeURIComponent(service)}`;
        const { document } = writeCard({ ...profileOf(path.service), url });
        return reply.send({
          ...document,
          ...required(document),
          preferredTransport: 'JSONRPC',
          // One card for clients of both versions: each ignores the members of the other.
          supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
            ...{ url, protocolBinding: 'JSONRPC', protocolVersion },
          })),
          // The gateway's own, independent of the agent.
          capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
        });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return reply.code(404).send({ error: refusal.message });
      }
    },

    async call(request: FastifyRequest, reply: FastifyReply, service: string) {
      const id = idOf(request.body);
      let notated = a2aNotated('');
      const signal = goneSignal(reply);
      const answer = (more: JsonObject) => reply.code(200).send({ jsonrpc: '2.0', id, ...more });
      // A client that waits for a stream reads nothing else, and would not learn why there is none.
      const refuse = (error: JsonObject) =>
        awaitsStream(request) ? refuseInStream(reply, { id, error }) : answer({ error });
      const version = headerOf(request, 'a2a-version') ?? '0.3';
      try {
        const rpc = readRpc(request.body);
        if (!isServedVersion(version)) return refuse(unservedVersion);
        notated = a2aNotated(rpc.method);
        const asked = { calling: callingOf(request), id, signal, notated };
        const parts = { gateway, clock, reply };
        if (isSubscription(rpc.method)) {
          const task = await subscribed(gateway, asked.calling, { rpc, service });
          return await stream(parts, { ...asked, task });
        }
        const call = notated.read(rpc, service);
        if (call.do === 'list')
          throw new RelayRefusal('unknown-method', 'There is no such method.');
        const task = await gateway.call(asked.calling, call);
        const whole = withHistory(gateway, asked.calling, rpc.params);
        if (call.do === 'read') {
          return answer({ result: notated.task(await whole(task)).value });
        }
        if (call.do === 'cancel') {
          const over = await gateway.cancelled(asked.calling, task, signal);
          return answer({ result: notated.task(over).value });
        }
        if (call.mode === 'stream') return await stream(parts, { ...asked, task });
        const rested =
          call.mode === 'sync' ? await gateway.rested(asked.calling, task, signal) : task;
        return answer({ result: notated.sent(await whole(rested)).value });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return refuse(notated.error(refusal.error));
      }
    },
  };
}

/** Whether a request is for a stream, and its sender takes one. */
const awaitsStream = (request: FastifyRequest): boolean => {
  const method = memberOf(request.body, 'method');
  const accepted = headerOf(request, 'accept') ?? '';
  return typeof method === 'string' && isStreamed(method) && accepted.includes('text/event-stream');
};

const refuseInStream = (reply: FastifyReply, error: JsonObject): FastifyReply =>
  reply
    .code(200)
    .header('content-type', 'text/event-stream')
    .send(`data: ${JSON.stringify({ jsonrpc: '2.0', ...error })}\n\n`);

/** Members that a card must have, for an agent that names none. */
function required({ name, description, version, skills }: JsonObject): JsonObject {
  const hasSkills = Array.isArray(skills) && skills.length > 0;
  const whole = { id: 'run', name, description: 'Does what a message asks for.', tags: ['agent'] };
  return {
    ...(description === '' ? { description: name } : {}),
    ...(version === '' ? { version: '0.0.0' } : {}),
    ...(hasSkills ? {} : { skills: [whole] }),
  };
}

const unservedVersion = {
  code: -32_009,
  message: 'Versions 1.0 and 0.3 of A2A are served here.',
};

/**
 * Adds as many of its messages to a task as its reader asks for. A reader that names no number gets the newest; a caller that sends a
 * message has it, and gets none then.
 */
function withHistory(gateway: Gateway, calling: Calling, params: JsonObject) {
  const asked = memberOf(params['configuration'], 'historyLength') ?? params['historyLength'];
  const unsaid = 'message' in params ? 0 : maxHistory;
  const length = typeof asked === 'number' ? asked : unsaid;
  return async (task: RelayTask): Promise<RelayTask> =>
    length > 0 ? { ...task, history: await gateway.history(calling, task, length) } : task;
}

/** The task that a client follows from now on. */
async function subscribed(
  gateway: Gateway,
  calling: Calling,
  { rpc, service: agent }: { rpc: Rpc; service: string },
): Promise<RelayTask> {
  const taskId = rpc.params['id'];
  if (typeof taskId !== 'string') throw new RelayRefusal('bad-params', 'The id is missing.');
  const task = await gateway.call(calling, { do: 'read', agent, taskId, historyLength: null });
  // In 0.3.0 such a client gets the end.
  if (rpc.method === 'SubscribeToTask' && isFinal(task.state)) {
    throw new RelayRefusal('operation-unsupported', 'The task has ended. Read it with GetTask.');
  }
  return task;
}

const callingOf = (request: FastifyRequest): Calling => ({
  caller: operatorOf(request),
  protocol: 'a2a',
});

function readRpc(body: unknown): Rpc {
  if (!isObject(body)) throw new RelayRefusal('bad-request', 'The body is no JSON-RPC request.');
  const { id = null, method, params = {} } = body;
  const isNamed = id === null || typeof id === 'string' || typeof id === 'number';
  if (body['jsonrpc'] !== '2.0' || typeof method !== 'string' || !isObject(params) || !isNamed) {
    throw new RelayRefusal('bad-request', 'The body is no JSON-RPC request.');
  }
  return { id, method, params };
}

/** Also of a request that is refused: its sender recognises the answer by it. */
function idOf(body: unknown): RpcId {
  const id = memberOf(body, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

async function stream(
  { gateway, clock, reply }: { gateway: Gateway; clock: Clock; reply: FastifyReply },
  {
    calling,
    task,
    id,
    signal,
    notated,
  }: {
    calling: Calling;
    task: RelayTask;
    id: RpcId;
    signal: AbortSignal;
    notated: A2aNotated;
  },
): Promise<FastifyReply> {
  reply.hijack();
  const out = openEventStream(reply.raw, clock);
  const place = { taskId: task.taskId, contextId: task.contextId ?? task.taskId };
  const send = (value: JsonObject) =>
    out.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, ...value })}\n\n`);
  try {
    const write = eventsOf();
    const options = { ms: streamMs, signal, hasWords: true };
    for await (const step of gateway.follow(calling, task, options)) {
      for (const event of write(step)) {
        const { value: result } = notated.event(event, place);
        if (result !== null) send({ result });
      }
    }
  } catch (error) {
    const refusal = refusalOf(error);
    const fault = { code: 'internal', message: 'The gateway failed.' } as const;
    if (refusal === null) reply.log.error({ err: error }, 'A stream of the gateway failed.');
    send({ error: notated.error(refusal?.error ?? fault) });
  }
  out.end();
  return reply;
}
