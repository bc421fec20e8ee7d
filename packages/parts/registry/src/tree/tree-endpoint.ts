import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { isRegistryId, readTreeServices } from '@countersign/uap/client/read-tree';
import type { TreeService } from '@countersign/uap/tree/registry-tree';
import { staleAfterMs } from '@countersign/uap/tree/registry-tree';
import type { FastifyRequest } from 'fastify';
import { sendExact } from '../exact-reply.ts';
import { refuse, sendRegistryError } from '../registry-reply.ts';
import type { RegistryServices } from '../registry-services.ts';
import { registrantShare } from '../room.ts';
import { addressOf, healthOf } from '../services/service-rows.ts';

const base = '/api/uap/tree';
/** All services of a registry and of those below it are sent at once. */
const bodyLimit = 64 * 1024 * 1024;
const mostShown = 200;
/** Of a tree: who sends services upward names the registries they come from, as many as there are services. */
const mostRegistries = 500;

const nameOf = (request: FastifyRequest): string => (request.params as { key?: string }).key ?? '';

/** The registries below this one send their services upward; the contract of UAP has no words for it. */
export function registerRegistryTree(
  app: ZodApp,
  { registryTree: tree, serviceRegistry }: Kernel & RegistryServices,
): void {
  const config = { registrants: true } as const;
  const common = { config, errorHandler: sendRegistryError } as const;
  app.route({
    ...{ ...common, method: 'GET', url: base },
    handler: async (_, reply) => sendExact(reply, tree.services(serviceRegistry.services())),
  });
  app.route({
    ...{ ...common, method: 'POST', url: `${base}/:key`, bodyLimit },
    async handler(request, reply) {
      const name = nameOf(request);
      if (!isRegistryId(name)) return refuse(reply, 400, 'This is no id of a registry.');
      const services = readTreeServices(request.body, name);
      if (services === null) return refuse(reply, 400, 'The body has no list of services.');
      switch (await tree.receive(name, services, operatorOf(request))) {
        case 'kept':
          return reply.code(204).send();
        case 'self':
          return refuse(reply, 409, 'This registry has the same id.');
        case 'foreign':
          return refuse(reply, 409, 'Another caller has sent the services of this registry.');
        case 'full':
          return refuse(reply, 422, 'The registry is full: it has too much text.');
        case 'share':
          return refuse(
            reply,
            422,
            `A registrant has at most ${registrantShare.mebibytes} MiB of text here.`,
          );
      }
    },
  });
  app.route({
    // Not counted: it is sent as often as it is necessary.
    ...{ ...common, method: 'POST', url: `${base}/:key/contact` },
    config: { ...config, rateLimit: false },
    handler: async (request, reply) =>
      tree.contact(nameOf(request), operatorOf(request).id)
        ? reply.code(204).send()
        : refuse(reply, 404, 'Send all services first.'),
  });
}

/** The tree for people. */
export function registerTreeView(app: ZodApp, deps: Kernel & RegistryServices): void {
  const { registryTree: tree, registryUplink: uplink, serviceRegistry, clock } = deps;
  const all = () => tree.services(serviceRegistry.services());

  serve(app, 'GET /api/registry/tree', async () => {
    const now = clock.now();
    const children = new Map(tree.children().map((child) => [child.registry, child]));
    const places = new Map<string, string[]>([[tree.self, []]]);
    const unlisted = new Set<string>();
    for (const name of children.keys()) places.set(name, [tree.self]);
    /** Registries that services say they come from without being on their path, and the path of the first. */
    const named = new Map<string, string[]>();
    const counts = new Map<string, { services: number; unhealthy: number; stale: boolean }>();
    for (const service of all()) {
      const { origin_path: path, origin_registry: origin } = service;
      // From the top: each is below one that is listed, regardless of its path.
      for (const [at, name] of [...path.entries()].reverse()) {
        if (places.has(name)) continue;
        if (places.size < mostRegistries && !unlisted.has(path[at + 1] ?? '')) {
          places.set(name, path.slice(at + 1));
        } else unlisted.add(name);
      }
      if (!path.includes(origin) && !named.has(origin)) named.set(origin, path);
      const count = counts.get(origin) ?? { services: 0, unhealthy: 0, stale: false };
      count.services += 1;
      if (service.health_status === 'unhealthy') count.unhealthy += 1;
      counts.set(origin, { ...count, stale: count.stale || service.stale });
    }
    const unconnected = new Set<string>();
    for (const [name, path] of named) {
      if (places.has(name)) continue;
      const [next = tree.self] = path;
      const above = places.get(next);
      if (above === undefined || places.size >= mostRegistries) {
        unlisted.add(name);
        continue;
      }
      places.set(name, [next, ...above]);
      unconnected.add(name);
    }
    const registries = [...places].map(([id, above]) => {
      const child = children.get(id);
      const count = counts.get(id) ?? { services: 0, unhealthy: 0, stale: false };
      const isSilent = child !== undefined && now - child.lastContactAt >= staleAfterMs;
      return {
        ...{ id, above, connected: !unconnected.has(id) },
        ...{ services: count.services, unhealthy: count.unhealthy },
        stale: count.stale || isSilent,
        lastContactAt: child?.lastContactAt ?? null,
        by: child?.by ?? null,
      };
    });
    return {
      self: tree.self,
      parent: uplink === null ? null : uplink.state(),
      registries,
      unlisted: unlisted.size,
    };
  });

  serve(app, 'GET /api/registry/tree/:id/services', async ({ params: { id } }) => {
    const services = all().filter(({ origin_registry: origin }) => origin === id);
    return { items: services.slice(0, mostShown).map(shownTreeService), all: services.length };
  });

  serve(app, 'DELETE /api/registry/tree/:id', async (request, reply) => {
    const { id } = request.params;
    const wasThere = await tree.forget(id, operatorOf(request).id);
    if (!wasThere) throw new ProblemError('not-found', say('registry.unknown', { id }));
    return reply.code(204).send(null);
  });
}

/** A service of the tree in one row. */
const shownTreeService = (service: TreeService) => ({
  ...{ id: service.id, name: service.name, agentProtocol: service.agent_protocol },
  ...{ address: addressOf(service), health: healthOf(service), stale: service.stale },
});
