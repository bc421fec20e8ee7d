import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { faultyEntry, ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { newestAuditRows } from '@countersign/server/store/audit/audit';
import { serviceId } from '@countersign/uap/model/ids';
import type { Service } from '@countersign/uap/model/service';
import type { RegistryServices } from './registry-services.ts';
import { registrantShare } from './room.ts';
import { type Registered, serviceLog } from './services/service-operations.ts';
import { rowMaker } from './services/service-rows.ts';

const mostChanges = 100;

/** Changes of the registry by people: registered, replaced, renewed and removed in the console, each checked before. */
export function registerRegistryChanges(app: ZodApp, deps: Kernel & RegistryServices): void {
  const { serviceRegistry: registry, clock, readRegistration, journal } = deps;
  const row = (service: Service) => rowMaker(registry, clock)(service);

  serve(app, 'POST /api/registry/check', async ({ body: { entry, id } }) => {
    const before = id === undefined ? null : registry.service(id);
    const reported = { before: before === null ? null : ownMembers(before) };
    const read = await readRegistration(entry, { isTrial: true });
    if (!read.ok)
      return { ...reported, faults: read.faults, id: null, existing: null, after: null };
    const own = serviceId(read.value);
    const existing = own === id ? null : registry.service(own);
    return {
      ...{ ...reported, faults: [], id: own, after: { ...read.value } },
      existing: existing === null ? null : row(existing),
    };
  });

  serve(app, 'POST /api/registry/services', async (request, reply) => {
    const read = await readRegistration(request.body.entry);
    if (!read.ok) throw faultyEntry(read.faults);
    const outcome = await registry.register(read.value, operatorOf(request));
    return reply.code(201).send(row(stored(outcome, read.value)));
  });

  serve(app, 'PUT /api/registry/services/:id', async (request) => {
    const { entry, registeredAt: createdAt } = request.body;
    const { id } = request.params;
    const read = await readRegistration(entry);
    if (!read.ok) throw faultyEntry(read.faults);
    const by = operatorOf(request);
    const outcome = await registry.replace(id, read.value, { by, createdAt });
    if (outcome.kind === 'unknown')
      throw new ProblemError('not-found', say('service.unknown', { id }));
    return row(stored(outcome, read.value));
  });

  serve(app, 'DELETE /api/registry/services/:id', async (request, reply) => {
    const { id } = request.params;
    const outcome = await registry.remove(id, operatorOf(request));
    if (outcome !== 'removed') throw new ProblemError('not-found', say('service.unknown', { id }));
    return reply.code(204).send(null);
  });

  serve(app, 'POST /api/registry/services/:id/renewal', async (request, reply) => {
    const outcome = await registry.renew(request.params.id, operatorOf(request));
    if (outcome !== 'renewed') throw new ProblemError('not-found', say('service.no-lease'));
    return reply.code(204).send(null);
  });

  serve(app, 'GET /api/registry/services/:id/history', async ({ params: { id } }) => {
    const rows = await newestAuditRows(
      journal.read,
      { task: serviceLog(id) },
      { before: null, limit: mostChanges },
    );
    const items = rows.map(({ row: text }) => {
      const {
        at,
        operator: by,
        action,
      } = JSON.parse(text) as {
        at: number;
        operator: string;
        action: string;
      };
      return { at, by, action };
    });
    return { items };
  });
}

/** What its registrant says of a service, without what the registry adds. */
function ownMembers(service: Service): Record<string, unknown> {
  const { id: _, created_at: __, updated_at: ___, index: ____, ...own } = service;
  const { registered_by: _____, health_status: ______, ...rest } = own;
  return rest;
}

/** The service that was stored, or why it was not. */
function stored(
  outcome: Registered,
  { name, host, port }: Pick<Service, 'name' | 'host' | 'port'>,
) {
  switch (outcome.kind) {
    case 'stored':
      return outcome.service;
    case 'full':
      throw new ProblemError('registry-full', say('service.full'));
    case 'share':
      throw new ProblemError('registry-full', say('service.share', registrantShare));
    case 'exists':
      throw new ProblemError(
        'service-exists',
        say('service.taken', { name, place: `${host}:${port}` }),
      );
    default:
      throw new ProblemError('service-changed', say('service.changed-since'));
  }
}
