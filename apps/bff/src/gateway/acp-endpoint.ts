import { readAcpCall } from '@countersign/adapters/relay/acp-calls';
import { writeAcpRun } from '@countersign/adapters/relay/acp-runs';
import { type RelayErrorCode, RelayRefusal } from '@countersign/adapters/relay/neutral';
import { writeAcpError } from '@countersign/adapters/relay/relay-errors';
import { isObject } from '@countersign/json/json-object';
import type { Service } from '@countersign/uap/model/service';
import { slug, writeManifest } from '@countersign/uap/profile/acp-manifest';
import { profileOf } from '@countersign/uap/profile/profile-of';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headerOf } from '../mcp/web-exchange.ts';
import { operatorOf } from '../operators/guard.ts';
import { type Calling, type Gateway, refusalOf } from './gateway.ts';
import { goneSignal } from './gone-signal.ts';

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
  ['POST', '/runs'],
  ['GET', '/runs/:run'],
  ['POST', '/runs/:run'],
  ['POST', '/runs/:run/cancel'],
] as const;

/** Serves agents of any protocol as those of ACP 0.2.0, without streams: it is frozen. */
export function createAcpEndpoint(gateway: Gateway) {
  return {
    async call(request: FastifyRequest, reply: FastifyReply) {
      const calling: Calling = { caller: operatorOf(request), protocol: 'acp' };
      const [path = ''] = request.url.slice(acpBase.length).split('?');
      const signal = goneSignal(reply);
      const method = request.method === 'POST' ? 'POST' : 'GET';
      try {
        if (path === '/ping') return reply.send({});
        if (method === 'GET' && path === '/agents') {
          const services = await gateway.callable(calling);
          return reply.send({ agents: services.map((one) => manifestOf(one)) });
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
        if (wanted === 'stream') {
          throw new RelayRefusal(
            'operation-unsupported',
            'Streams of ACP are not relayed. Use sync or async.',
          );
        }
        let task = await gateway.call(calling, call);
        if (wanted === 'sync') task = await gateway.rested(calling, task, signal);
        const started = call.do === 'start' || call.do === 'resume';
        return reply
          .code((started && wanted === 'async') || call.do === 'cancel' ? 202 : 200)
          .send(writeAcpRun(task).value);
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

/** Agents of ACP have the names of their services, in the letters that it allows. */
const manifestOf = (service: Service) =>
  writeManifest({ ...profileOf(service), name: service.name }).document;

const named = (agent: string, services: readonly Service[]): string =>
  services.find(({ name }) => name === agent || slug(name) === agent)?.name ?? agent;
