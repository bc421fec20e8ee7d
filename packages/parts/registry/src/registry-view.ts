import type { RegisteredProfile } from '@countersign/api/registry';
import { say } from '@countersign/api/statements';
import { withExactNumbers } from '@countersign/json/exact-number';
import type { Fault } from '@countersign/json/fault';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import type { Service } from '@countersign/uap/model/service';
import { profileOf } from '@countersign/uap/profile/profile-of';
import type { SearchHit } from '@countersign/uap/search/search-index';
import { maxQuery, readSearchRequest } from '@countersign/uap/search/search-request';
import type { RegistryServices } from './registry-services.ts';
import { healthOf, rowMaker, rowOf } from './services/service-rows.ts';

/** More are not read by people; they are counted. */
const mostServices = 200;

/** The registry of services for people: short rows, the state of each lease, descriptions in one form. */
export function registerRegistryView(
  app: ZodApp,
  {
    serviceRegistry,
    registryTree,
    meanings,
    clock,
  }: Pick<RegistryServices, 'serviceRegistry' | 'registryTree' | 'meanings'> &
    Pick<Kernel, 'clock'>,
): void {
  const rows = () => rowMaker(serviceRegistry, clock);

  serve(app, 'GET /api/registry/services', async ({ query }) => {
    const wanted = (query.q ?? '').trim().toLowerCase();
    const services = serviceRegistry.services();
    const found = services.filter((service) => contains(service, wanted));
    return {
      items: found.slice(0, mostServices).map(rows()),
      found: found.length,
      all: services.length,
      unhealthy: services.filter((service) => healthOf(service) === 'unhealthy').length,
    };
  });

  serve(app, 'GET /api/registry/services/:id', async ({ params: { id } }) => {
    const service = serviceRegistry.service(id);
    if (service === null) throw new ProblemError('not-found', say('service.unknown', { id }));
    const row = rows();
    const others = serviceRegistry.services(service.name).filter((other) => other.id !== id);
    return {
      service: row(service),
      profile: shownProfile(service),
      others: others.slice(0, mostServices).map(row),
      json: withExactNumbers(JSON.stringify(service, null, 2)),
    };
  });

  serve(app, 'GET /api/registry/leases', async () => {
    const row = rows();
    const services = serviceRegistry.services().flatMap((service) => {
      const lease = serviceRegistry.lease(service.id);
      return lease === null ? [] : [{ service, lease }];
    });
    services.sort((one, other) => one.lease.remainingMs - other.lease.remainingMs);
    const counts = { renewed: 0, late: 0, unhealthy: 0 };
    for (const { lease } of services) {
      counts[lease.phase === 'over' ? 'unhealthy' : lease.phase] += 1;
    }
    return {
      items: services.slice(0, mostServices).map(({ service }) => row(service)),
      ...counts,
    };
  });

  serve(app, 'POST /api/registry/search', async ({ body: { query } }) => {
    const read = readSearchRequest({ query });
    if (!read.ok) {
      const [first] = read.faults;
      if (first !== undefined) throw unsearchable(query, read.faults);
      return { items: [], meaning: 'off' as const };
    }
    const row = rows();
    const { meaning, use } = await meanings.of(query);
    const own = serviceRegistry.search(read.value, meaning).map((hit) => ({
      ...shownHit(hit),
      ...{ service: row(hit.service), registry: null, stale: false },
    }));
    const below = registryTree.search(read.value).map((hit) => ({
      ...shownHit(hit),
      service: rowOf(hit.service, { lease: null, instances: 1, now: clock.now() }),
      ...{ registry: hit.service.origin_registry, stale: hit.service.stale },
    }));
    const items = [...own, ...below].toSorted((one, other) => other.score - one.score);
    return { items: items.slice(0, read.value.limit), meaning: use };
  });
}

/** What an operator has typed and cannot be searched for: a sentence of its own, as there is one field. */
const unsearchable = (query: string, errors: readonly Fault[]) =>
  new ProblemError(
    'invalid-request',
    query.length > maxQuery
      ? say('registry.search-too-long', { limit: maxQuery })
      : say('registry.search-empty'),
    { errors },
  );

function shownHit({ explanation, service, score, method }: SearchHit & { service: Service }) {
  const { matched_fields: fields, match_snippets: texts } = explanation;
  const reasons = fields.map((field, index) => ({ field, text: texts[index] ?? '' }));
  return { description: profileOf(service).description, score, method, reasons };
}

function contains(service: Service, wanted: string): boolean {
  if (wanted === '') return true;
  const { name, host, port, agent_protocol, registered_by = '', tags = [] } = service;
  return [name, `${host}:${port}`, agent_protocol, registered_by, ...tags].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

function shownProfile(service: Service): RegisteredProfile {
  const { extendedCard: _, documentation: __, skills, ...profile } = profileOf(service);
  return {
    ...profile,
    skills: skills.map(({ name, description, tags, examples }) => ({
      ...{ name, description, tags, examples },
    })),
  };
}
