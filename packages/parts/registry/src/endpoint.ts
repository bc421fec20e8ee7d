import { readAccept } from '@countersign/hai/accept';
import { operatorOf } from '@countersign/server/guard/guard';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { readRoute } from '@countersign/uap/model/read-route';
import type { Read } from '@countersign/uap/model/reading';
import type { Service } from '@countersign/uap/model/service';
import type { SearchHit } from '@countersign/uap/search/search-index';
import { readSearchRequest } from '@countersign/uap/search/search-request';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { sendList } from './blocking-query.ts';
import { sendExact } from './exact-reply.ts';
import { faultLine, refuse, sendRegistryError } from './registry-reply.ts';
import type { RegistryServices } from './registry-services.ts';
import { registrantShare } from './room.ts';
import { readUapEntry } from './rows/uap-entries.ts';
import { isOfAnother, type Registered } from './services/service-operations.ts';
import type { ServiceRegistry } from './services/service-registry.ts';

/** Where the registry is: a client of the contract has this as its base URL. */
const base = '/api/uap';

/** What is answered from memory: first it must have what the caller has written at another server. */
const reads = (method: string, path: string) =>
  path.endsWith('/search') || (method === 'GET' && path !== '/health');

/** Searches with scores and reasons instead of bare services. */
const scoredType = 'application/vnd.uap.search+json';

type Serve = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  handler: RouteHandlerMethod,
  config?: { role?: 'none' | 'viewer'; registrants?: true; rateLimit?: false },
) => void;

/**
 * The registry of services over HTTP, compatible with the public one: its paths, statuses and errors. Who may call it is this
 * server's: viewers read, operators change.
 */
export function registerServiceRegistry(app: ZodApp, deps: Kernel & RegistryServices): void {
  const { serviceRegistry } = deps;
  const serve: Serve = (method, path, handler, config = {}) => {
    app.route({
      method,
      url: `${base}${path}`,
      config,
      errorHandler: sendRegistryError,
      ...(reads(method, path) ? { preHandler: () => serviceRegistry.current() } : {}),
      handler,
    });
  };
  serve('GET', '/health', async () => ({ status: 'healthy' }), { role: 'none' });
  serveServices(serve, deps);
  serveLives(serve, serviceRegistry);
  serveSearch(serve, deps);
  serveRoutes(serve, serviceRegistry);
}

const full = 'The registry is full: it has too many entries, or too much text.';

const { services: mostOwned, mebibytes } = registrantShare;
const shareUsed = `A registrant has at most ${mostOwned} services and ${mebibytes} MiB of text here. Remove what is not needed.`;

const foreign = 'Another has registered this service.';
const noService = 'There is no such service.';

const forRegistrants = { registrants: true } as const;

const paramOf = (request: FastifyRequest): string => (request.params as { key?: string }).key ?? '';

/** Sends what is wrong with a body; null = nothing, and the value is returned. */
function checked<Value>(reply: FastifyReply, read: Read<Value>): Value | null {
  if (read.ok) return read.value;
  refuse(reply, read.kind === 'unparsable' ? 400 : 422, faultLine(read.faults));
  return null;
}

function sendRegistered(reply: FastifyReply, outcome: Registered): FastifyReply {
  switch (outcome.kind) {
    case 'stored':
      return sendExact(reply.code(201), outcome.service);
    case 'exists':
      return refuse(reply, 409, 'A service of this name, host and port is registered.');
    case 'unknown':
      return refuse(reply, 404, noService);
    case 'foreign':
      return refuse(reply, 403, foreign);
    case 'changed':
      return refuse(reply, 409, 'The service has changed.');
    case 'full':
      return refuse(reply, 422, full);
    case 'share':
      return refuse(reply, 422, shareUsed);
  }
}

function serveServices(
  serve: Serve,
  { serviceRegistry: registry, readRegistration: read, journal }: Kernel & RegistryServices,
): void {
  const list: RouteHandlerMethod = (request, reply) =>
    sendList(request, reply, { registry, list: registry.serviceList() });
  const listOfName: RouteHandlerMethod = (request, reply) =>
    sendList(request, reply, { registry, list: registry.serviceList(paramOf(request)) });
  serve('GET', '/services', list, forRegistrants);
  serve('GET', '/services/:key', listOfName, forRegistrants);
  const register: RouteHandlerMethod = async (request, reply) => {
    const service = checked(reply, await read(request.body));
    if (service === null) return reply;
    const by = operatorOf(request);
    const outcome = await registry.register(service, by);
    if (outcome.kind === 'stored') reply.header('x-uapregistry-left', registry.left(by));
    return sendRegistered(reply, outcome);
  };
  serve('POST', '/services', register, forRegistrants);
  const replace: RouteHandlerMethod = async (request, reply) => {
    const id = paramOf(request);
    const by = operatorOf(request);
    // From the store: what is in memory may be behind another server, and what is registered while a description is fetched is not meant.
    const before = await readUapEntry(journal.read, 'service', id);
    if (before !== null && isOfAnother(before, by)) return refuse(reply, 403, foreign);
    const service = checked(reply, await read(request.body));
    if (service === null) return reply;
    if (before === null) return refuse(reply, 404, noService);
    const { created_at: createdAt } = before;
    return sendRegistered(reply, await registry.replace(id, service, { by, createdAt }));
  };
  serve('PATCH', '/services/:key', replace, forRegistrants);
  // Also of one that is not there, as the contract has it.
  const remove: RouteHandlerMethod = async (request, reply) => {
    const outcome = await registry.remove(paramOf(request), operatorOf(request));
    return outcome === 'foreign' ? refuse(reply, 403, foreign) : reply.code(204).send();
  };
  serve('DELETE', '/services/:key', remove, forRegistrants);
}

function serveLives(serve: Serve, registry: ServiceRegistry): void {
  // Not counted as a request of an operator: a thousand services renew with one token.
  serve(
    'PUT',
    '/services/:key/renewal',
    async (request, reply) => {
      const outcome = await registry.renew(paramOf(request), operatorOf(request));
      if (outcome === 'foreign') return refuse(reply, 403, foreign);
      // Plain text, as clients of the contract expect here.
      if (outcome === 'unknown')
        return reply.code(404).type('text/plain').send('Failed to update ttl');
      return reply.code(200).send();
    },
    { ...forRegistrants, rateLimit: false },
  );
  serve('GET', '/services/:key/healthcheck', async (request, reply) => {
    const service = registry.service(paramOf(request));
    if (service === null) return refuse(reply, 404, noService);
    return { status: service.health_status === 'unhealthy' ? 'unhealthy' : 'healthy' };
  });
}

function serveSearch(
  serve: Serve,
  { serviceRegistry: registry, registryTree: tree, meanings }: Kernel & RegistryServices,
): void {
  const search: RouteHandlerMethod = async (request, reply) => {
    const read = readSearchRequest(request.body);
    if (!read.ok) return refuse(reply, 400, faultLine(read.faults));
    const { meaning } = await meanings.of(read.value.query);
    const { scope } = request.query as { scope?: unknown };
    // Those of registries below are not in the contract: only who asks for them gets them.
    const below = scope === 'tree' ? tree.search(read.value) : [];
    const hits: (SearchHit & { service: Service })[] = [
      ...registry.search(read.value, meaning),
      ...below,
    ]
      .toSorted((one, other) => (below.length === 0 ? 0 : other.score - one.score))
      .slice(0, read.value.limit);
    // With quality 0 it is named to be refused.
    if (!readAccept(request.headers.accept ?? '').get(scoredType)) {
      return sendExact(
        reply,
        hits.map(({ service }) => service),
      );
    }
    const items = hits.map(({ service, score, method, explanation }) => ({
      ...{ service, score, method },
      ...(read.value.explains ? { explanation } : {}),
    }));
    return sendExact(reply, { items }, scoredType);
  };
  // It changes nothing.
  serve('POST', '/api/v1/agents/search', search, { ...forRegistrants, role: 'viewer' });
}

function serveRoutes(serve: Serve, registry: ServiceRegistry): void {
  serve('GET', '/routes', (request, reply) =>
    sendList(request, reply, { registry, list: registry.routeList }),
  );
  serve('GET', '/routes/:key', async (request, reply) => {
    const route = registry.routes.list().find(({ name }) => name === paramOf(request));
    return route === undefined
      ? refuse(reply, 404, 'There is no such route.')
      : sendExact(reply, route);
  });
  serve('POST', '/routes', async (request, reply) => {
    const route = checked(reply, readRoute(request.body));
    if (route === null) return reply;
    const outcome = await registry.routes.add(route, operatorOf(request).id);
    if (outcome.kind === 'stored') return sendExact(reply.code(201), outcome.route);
    return outcome.kind === 'exists'
      ? refuse(reply, 409, 'There is a route of this name.')
      : refuse(reply, 422, full);
  });
  // The published text says PATCH, and the published server PUT. The name in the body counts.
  for (const method of ['PUT', 'PATCH'] as const) {
    serve(method, '/routes/:key', async (request, reply) => {
      const route = checked(reply, readRoute(request.body));
      if (route === null) return reply;
      const outcome = await registry.routes.replace(route, operatorOf(request).id);
      return outcome.kind === 'stored'
        ? sendExact(reply.code(201), outcome.route)
        : outcome.kind === 'full'
          ? refuse(reply, 422, full)
          : refuse(reply, 404, 'There is no such route.');
    });
  }
  serve('DELETE', '/routes/:key', async (request, reply) => {
    await registry.routes.remove(paramOf(request), operatorOf(request).id);
    return reply.code(204).send();
  });
}
