import type { RegisteredService } from '@countersign/api/registry';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Service } from '@countersign/uap/model/service';
import type { LeaseState } from './leases.ts';
import type { ServiceRegistry } from './service-registry.ts';

/** Makes the rows of one answer. A name may have thousands of services: they are counted once. */
export function rowMaker(
  registry: Pick<ServiceRegistry, 'services' | 'lease'>,
  clock: Pick<Clock, 'now'>,
): (service: Service) => RegisteredService {
  const counts = new Map<string, number>();
  return (service) => {
    const { id, name } = service;
    const instances = counts.get(name) ?? registry.services(name).length;
    counts.set(name, instances);
    return rowOf(service, { lease: registry.lease(id), instances, now: clock.now() });
  };
}

/** What nobody checks is not known to be healthy, although registries say so. */
export function healthOf(service: Service): RegisteredService['health'] {
  if (service.health_status === 'unhealthy') return 'unhealthy';
  const { ephemeral_check: lease, persistent_check: probe } = service;
  return lease === undefined && probe === undefined ? 'unchecked' : 'healthy';
}

/** Scheme, host, port and path. */
export const addressOf = ({ protocol, host, port, path }: Service): string =>
  `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;

export function rowOf(
  service: Service,
  { lease, instances, now }: { lease: LeaseState | null; instances: number; now: number },
): RegisteredService {
  const { id, name } = service;
  return {
    id,
    name,
    agentProtocol: service.agent_protocol,
    address: addressOf(service),
    ephemeral: service.ephemeral,
    health: healthOf(service),
    lease:
      lease === null
        ? null
        : { phase: lease.phase, endsAt: now + lease.remainingMs, lengthMs: lease.lengthMs },
    tags: service.tags ?? [],
    instances,
    registeredBy: service.registered_by ?? null,
    registeredAt: service.created_at,
  };
}
