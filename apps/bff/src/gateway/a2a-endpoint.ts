import { readA2aCall } from '@countersign/adapters/relay/a2a-calls';
import { writeA2aEvent } from '@countersign/adapters/relay/a2a-events';
import { writeA2aTask } from '@countersign/adapters/relay/a2a-tasks';
import { RelayRefusal, type RelayTask } from '@countersign/adapters/relay/neutral';
import { writeA2aError } from '@countersign/adapters/relay/relay-errors';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { writeCard } from '@countersign/uap/profile/a2a-card';
import { profileOf } from '@countersign/uap/profile/profile-of';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorOf } from '../operators/guard.ts';
import type { Clock } from '../runtime/clock.ts';
import { openEventStream } from './event-stream.ts';
import { type Calling, type Gateway, refusalOf, streamMs } from './gateway.ts';
import { goneSignal } from './gone-signal.ts';
import { eventsOf } from './task-events.ts';

interface Rpc {
  id: unknown;
  method: string;
  params: JsonObject;
}

/** Serves agents of any protocol as one of A2A 0.3.0 over JSON-RPC. */
export function createA2aEndpoint(gateway: Gateway, clock: Clock) {
  return {
    /** The card of an agent, with the address of the gateway. */
    async card(request: FastifyRequest, reply: FastifyReply, service: string) {
      const calling = callingOf(request);
      try {
        const path = await gateway.paths.find(calling.caller, 'a2a', service);
        const profile = { ...profileOf(path.service), url: addressOf(request, service) };
        const { document } = writeCard(profile);
        return reply.send({
          ...document,
          preferredTransport: 'JSONRPC',
          // Whatever the agent does: these are the gateway's.
          capabilities: { streaming: true, pushNotifications: false },
        });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return reply.code(404).send({ error: refusal.message });
      }
    },

    async call(request: FastifyRequest, reply: FastifyReply, service: string) {
      let id: unknown = null;
      const signal = goneSignal(reply);
      const answer = (more: JsonObject) => reply.code(200).send({ jsonrpc: '2.0', id, ...more });
      try {
        const rpc = readRpc(request.body);
        ({ id } = rpc);
        const calling = callingOf(request);
        if (rpc.method === 'tasks/resubscribe') {
          const taskId = rpc.params['id'];
          if (typeof taskId !== 'string')
            throw new RelayRefusal('bad-params', 'The id is missing.');
          const task = await gateway.call(calling, {
            do: 'read',
            agent: service,
            taskId,
            historyLength: null,
          });
          return await stream({ gateway, clock, reply }, { calling, task, id, signal });
        }
        const call = readA2aCall(rpc, service);
        if (call.do === 'list')
          throw new RelayRefusal('unknown-method', 'There is no such method.');
        const task = await gateway.call(calling, call);
        if (call.do === 'start' || call.do === 'resume') {
          if (call.mode === 'stream')
            return await stream({ gateway, clock, reply }, { calling, task, id, signal });
          if (call.mode === 'sync') {
            const rested = await gateway.rested(calling, task, signal);
            return answer({ result: writeA2aTask(rested).value });
          }
        }
        return answer({ result: writeA2aTask(task).value });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return answer({ error: writeA2aError(refusal.error) });
      }
    },
  };
}

const callingOf = (request: FastifyRequest): Calling => ({
  caller: operatorOf(request),
  protocol: 'a2a',
});

const addressOf = (request: FastifyRequest, service: string): string =>
  `${request.protocol}://${request.headers.host ?? '127.0.0.1'}/api/gateway/a2a/${encodeURIComponent(service)}`;

function readRpc(body: unknown): Rpc {
  if (!isObject(body)) throw new RelayRefusal('bad-request', 'The body is no JSON-RPC request.');
  const { id = null, method, params = {} } = body;
  if (body['jsonrpc'] !== '2.0' || typeof method !== 'string' || !isObject(params)) {
    throw new RelayRefusal('bad-request', 'The body is no JSON-RPC request.');
  }
  return { id, method, params };
}

async function stream(
  { gateway, clock, reply }: { gateway: Gateway; clock: Clock; reply: FastifyReply },
  {
    calling,
    task,
    id,
    signal,
  }: { calling: Calling; task: RelayTask; id: unknown; signal: AbortSignal },
): Promise<FastifyReply> {
  reply.hijack();
  const out = openEventStream(reply.raw, clock);
  const place = { taskId: task.taskId, contextId: task.contextId ?? task.taskId };
  const send = (value: JsonObject) =>
    out.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, ...value })}\n\n`);
  try {
    const write = eventsOf();
    for await (const next of gateway.follow(calling, task, { ms: streamMs, signal })) {
      for (const event of write(next)) send({ result: writeA2aEvent(event, place) });
    }
  } catch (error) {
    const refusal = refusalOf(error);
    const fault = { code: 'internal', message: 'The gateway failed.' } as const;
    if (refusal === null) reply.log.error({ err: error }, 'A stream of the gateway failed.');
    send({ error: writeA2aError(refusal?.error ?? fault) });
  }
  out.end();
  return reply;
}
