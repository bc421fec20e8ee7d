import { readAcpCall } from '@countersign/adapters/relay/acp-calls';
import {
  type RelayErrorCode,
  RelayRefusal,
  type RelayTask,
} from '@countersign/adapters/relay/neutral';
import { writeAcpError } from '@countersign/adapters/relay/relay-errors';
import { say } from '@countersign/adapters/relay/relay-statements';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { calledOrigin } from '@countersign/server/guard/called-origin';
import { operatorOf } from '@countersign/server/guard/guard';
import type { SecureHost } from '@countersign/server/guard/session-cookie';
import { goneSignal } from '@countersign/server/http/gone-signal';
import { headerOf } from '@countersign/server/http/web-exchange';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Service } from '@countersign/uap/model/service';
import { slug, writeManifest } from '@countersign/uap/profile/acp-manifest';
import { profileOf } from '@countersign/uap/profile/profile-of';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calling } from '../calling.ts';
import { openEventStream } from '../event-stream.ts';
import { type Gateway, isResting, refusalOf, streamMs } from '../gateway.ts';
import { eventsOf } from '../tasks/task-events.ts';
import { readAcp } from './acp-reading.ts';
import { createRunWriter, writeCancelledRun, writeRun } from './acp-writers.ts';

/** By the reason, where ACP has no code for it. */
const reasons: Partial<Record<RelayErrorCode, number>> = {
  'not-allowed': 403,
  'too-many-calls': 429,
};
const statuses = { invalid_input: 400, not_found: 404, server_error: 500 } as const;

export const acpBase = '/api/gateway/acp';

/** The paths of ACP that are served; the adapter reads them. */
export const acpRoutes = [
  ['GET', '/ping'],
  ['GET', '/agents'],
  ['GET', '/agents/:name'],
  ['POST', '/runs'],
  ['GET', '/runs/:run'],
  ['POST', '/runs/:run'],
  ['POST', '/runs/:run/cancel'],
  ['GET', '/runs/:run/events'],
  // What the addresses in the history of a session lead to.
  ['GET', '/runs/:run/messages/:message'],
  ['GET', '/session/:session'],
  // As clients of its reference implementation have it.
  ['GET', '/sessions/:session'],
] as const;

/** Serves agents of any protocol as those of ACP 0.2.0, which is frozen. */
export function createAcpEndpoint(gateway: Gateway, clock: Clock, secureHost: SecureHost) {
  return {
    async call(request: FastifyRequest, reply: FastifyReply) {
      const calling: Calling = { caller: operatorOf(request), protocol: 'acp' };
      const [path = '', query = ''] = request.url.slice(acpBase.length).split('?');
      const signal = goneSignal(reply);
      const method = request.method === 'POST' ? 'POST' : 'GET';
      try {
        if (path === '/ping') return reply.send({});
        if (method === 'GET' && path === '/agents') {
          const services = pageOf(await gateway.callable(calling), new URLSearchParams(query));
          return reply.send({ agents: services.map((one) => manifestOf(one)) });
        }
        if (method === 'GET') {
          const base = `${calledOrigin(request, secureHost)}${acpBase}`;
          const answer = await readAcp(gateway, calling, { path, base });
          if (answer !== null) return reply.send(answer);
        }
        const name = /^\/agents\/([^/]+)$/.exec(path)?.[1];
        if (method === 'GET' && name !== undefined) {
          const one = (await gateway.callable(calling)).find((service) => isNamed(service, name));
          if (one === undefined)
            throw new RelayRefusal('task-not-found', 'There is no such agent.');
          return reply.send(manifestOf(one));
        }
        const taskId = /^\/runs\/([^/]+)/.exec(path)?.[1];
        const agent = taskId === undefined ? null : await gateway.agentOf(calling, taskId);
        const read = readAcpCall(
          { method, path, ...(isObject(request.body) ? { body: request.body } : {}) },
          () => agent,
        );
        // ACP has no ids of messages: without a key a request that is repeated is another one.
        const messageId = headerOf(request, 'idempotency-key') ?? null;
        const keyed = read.do === 'start' || read.do === 'resume' ? { ...read, messageId } : read;
        const call =
          keyed.do === 'start'
            ? { ...keyed, agent: named(keyed.agent, await gateway.callable(calling)) }
            : keyed;
        if (call.do === 'list') return reply.send({ agents: [] });
        const wanted = call.do === 'start' || call.do === 'resume' ? call.mode : 'async';
        let task = await gateway.call(calling, call);
        if (wanted === 'stream') {
          return await stream({ gateway, clock, reply }, { calling, task, signal });
        }
        if (wanted === 'sync') task = await gateway.rested(calling, task, signal);
        const started = call.do === 'start' || call.do === 'resume';
        if (call.do === 'cancel') return reply.code(202).send(writeCancelledRun(task));
        return reply.code(started && wanted === 'async' ? 202 : 200).send(writeRun(task).value);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        const { value } = writeAcpError(refusal.error);
        const status = statuses[value['code'] as keyof typeof statuses];
        return reply.code(reasons[refusal.error.code] ?? status).send(value);
      }
    },
  };
}

/** A page of the agents as ACP has it: 10 unless another number is asked for. */
function pageOf(services: readonly Service[], query: URLSearchParams): Service[] {
  const whole = (name: string, otherwise: number, { min, max }: { min: number; max: number }) => {
    const given = query.get(name);
    if (given === null) return otherwise;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : -1;
    if (value < min || value > max)
      throw new RelayRefusal('bad-params', say('relay.page', { name }));
    return value;
  };
  const limit = whole('limit', 10, { min: 1, max: 1_000 });
  const offset = whole('offset', 0, { min: 0, max: 999_999_999 });
  return services
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .slice(offset, offset + limit);
}

/** Agents of ACP have the names of their services, in the letters that it allows. */
const manifestOf = (service: Service) =>
  writeManifest({ ...profileOf(service), name: service.name }).document;

const isNamed = ({ name }: Service, agent: string): boolean =>
  name === agent || slug(name) === agent;

const named = (agent: string, services: readonly Service[]): string =>
  services.find((service) => isNamed(service, agent))?.name ?? agent;

/** The events of a run, until it waits for a person or has ended: that event contains the whole run. */
async function stream(
  { gateway, clock, reply }: { gateway: Gateway; clock: Clock; reply: FastifyReply },
  { calling, task, signal }: { calling: Calling; task: RelayTask; signal: AbortSignal },
): Promise<FastifyReply> {
  reply.hijack();
  const out = openEventStream(reply.raw, clock);
  const send = (event: JsonObject) => out.write(`data: ${JSON.stringify(event)}\n\n`);
  try {
    const events = eventsOf();
    const write = createRunWriter(task);
    const options = { ms: streamMs, signal, hasWords: true };
    for await (const step of gateway.follow(calling, task, options)) {
      const written = events(step).flatMap((event) => write(event).value);
      for (const event of written) {
        const isLast = isResting(step.task) && event === written.at(-1);
        send(isLast ? { ...event, run: writeRun(step.task).value } : event);
      }
    }
  } catch (error) {
    const refusal = refusalOf(error);
    const fault = { code: 'internal', message: 'The gateway failed.' } as const;
    if (refusal === null) reply.log.error({ err: error }, 'A stream of the gateway failed.');
    send({ type: 'error', error: writeAcpError(refusal?.error ?? fault).value });
  }
  out.end();
  return reply;
}
