import type { Service, ServiceRequest } from '@countersign/uap/model/service';
import { createSearchIndex, type SearchHit } from '@countersign/uap/search/search-index';
import type { SearchRequest } from '@countersign/uap/search/search-request';
import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { listUapEntries } from '../store/uap-entries.ts';
import { type ChangeWaiters, createChangeWaiters } from './change-waiters.ts';
import { inOrder } from './in-order.ts';
import { createLeases } from './leases.ts';
import { createRouteRegistry, type RouteRegistry } from './route-registry.ts';
import {
  addService,
  keepLifeChanges,
  type LifeChange,
  type Registered,
  removeService,
  replaceService,
} from './service-operations.ts';

/** The registry of services: kept in the store, and read from memory. */
export interface ServiceRegistry {
  /** All, or those of a name, sorted by name and id. */
  services(name?: string): Service[];
  service(id: string): Service | null;
  register(request: ServiceRequest, by: string): Promise<Registered>;
  replace(id: string, request: ServiceRequest, by: string): Promise<Registered>;
  /** false = there is no such service, or it has no lease. */
  renew(id: string): Promise<boolean>;
  remove(id: string, by: string): Promise<boolean>;
  search(request: SearchRequest): (SearchHit & { service: Service })[];
  routes: RouteRegistry;
  /** For blocking queries. */
  untilIndexIsNot: ChangeWaiters['untilIndexIsNot'];
  /** Continues with what the store has: each lease begins again. */
  recover(): Promise<void>;
  /** Resolves when what has become of leases is stored. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createServiceRegistry(options: {
  journal: Journal;
  clock: Clock;
  report: Report;
}): ServiceRegistry {
  const { journal, clock, report } = options;
  const services = new Map<string, Service>();
  const search = createSearchIndex();
  const waiters = createChangeWaiters(clock);
  const routes = createRouteRegistry(journal, waiters.changed);
  const keeping = new Set<Promise<unknown>>();

  const put = (service: Service) => {
    services.set(service.id, service);
    search.put(service);
  };
  const drop = (id: string) => {
    services.delete(id);
    search.remove(id);
    leases.forget(id);
  };
  /** Stores what has become of leases; it is seen when it is stored. */
  const keep = (changes: readonly LifeChange[]): Promise<void> => {
    const done = journal
      .commit(keepLifeChanges, changes)
      .then((changed) => {
        for (const service of changed) {
          // One that was removed or replaced meanwhile is gone, or has a higher index.
          const known = services.get(service.id);
          if (known !== undefined && known.index < service.index) put(service);
        }
        waiters.changed();
      })
      .catch((error) => report('The health of services was not recorded.', error))
      .finally(() => keeping.delete(done));
    keeping.add(done);
    return done;
  };
  const leases = createLeases({
    clock,
    report,
    onDue(due) {
      const changes = due.flatMap(({ id, change }): LifeChange[] => {
        const service = services.get(id);
        return service === undefined ? [] : [{ id, createdAt: service.created_at, change }];
      });
      // From now on a renewal is answered by 404, so that the service registers again.
      for (const { id, change } of changes) if (change === 'deleted') drop(id);
      void keep(changes);
      waiters.changed();
    },
  });
  const took = (service: Service) => {
    put(service);
    leases.begin(service);
    leases.arm();
    waiters.changed();
  };

  return {
    services: (name) =>
      inOrder(services.values()).filter((service) => name === undefined || service.name === name),
    service: (id) => services.get(id) ?? null,
    async register(request, by) {
      const outcome = await journal.commit(addService, { request, by });
      if (outcome.kind === 'stored') took(outcome.service);
      return outcome;
    },
    async replace(id, request, by) {
      const outcome = await journal.commit(replaceService, { id, request, by });
      if (outcome.kind !== 'stored') return outcome;
      if (outcome.service.id !== id) drop(id);
      took(outcome.service);
      return outcome;
    },
    async renew(id) {
      const service = services.get(id);
      const renewed = leases.renew(id);
      if (service === undefined || renewed === null) return false;
      // Not stored: after a restart every lease begins again.
      put({ ...service, updated_at: clock.now() });
      const { created_at: createdAt } = service;
      if (renewed.wasUnhealthy) await keep([{ id, createdAt, change: 'healthy' }]);
      return true;
    },
    async remove(id, by) {
      const wasThere = await journal.commit(removeService, { id, by });
      drop(id);
      if (wasThere) waiters.changed();
      return wasThere;
    },
    search: (request) =>
      search.search(request).flatMap((hit) => {
        const service = services.get(hit.id);
        return service === undefined ? [] : [{ ...hit, service }];
      }),
    routes,
    untilIndexIsNot: waiters.untilIndexIsNot,
    async recover() {
      for (const service of await listUapEntries(journal.read, 'service')) {
        put(service);
        leases.begin(service);
      }
      await routes.recover();
      leases.arm();
    },
    async idle() {
      while (keeping.size > 0) await Promise.all(keeping);
    },
    async close() {
      leases.close();
      waiters.close();
      await Promise.all(keeping);
    },
  };
}
