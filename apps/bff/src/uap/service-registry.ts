import { listIndex } from '@countersign/uap/model/list-index';
import type { Route } from '@countersign/uap/model/route';
import type { Service, ServiceRequest } from '@countersign/uap/model/service';
import { createSearchIndex, type SearchHit } from '@countersign/uap/search/search-index';
import type { SearchRequest } from '@countersign/uap/search/search-request';
import type { SafeFetch } from '../http/safe-fetch.ts';
import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
import { listUapEntries } from '../store/uap-entries.ts';
import { type ChangeWaiters, createChangeWaiters, type WatchedList } from './change-waiters.ts';
import { followOthers } from './follow-others.ts';
import { createLives } from './lives.ts';
import { createOrderedServices, type OrderedServices } from './ordered-services.ts';
import { createRouteRegistry, type RouteRegistry } from './route-registry.ts';
import { createServiceChanges } from './service-changes.ts';
import { keepLifeChanges, type LifeChange, type Registered } from './service-operations.ts';

/** A list that blocking queries follow. */
export interface FollowedList<Entry> extends WatchedList {
  entries: () => Entry[];
}

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
  serviceList(name?: string): FollowedList<Service>;
  routeList: FollowedList<Route>;
  /** Answers blocking queries, those that come later at once: the server is being stopped. */
  dismiss(): void;
  /** Continues with what the store has. */
  recover(): Promise<void>;
  /** From now on leases end here, and probes are sent from here: each begins again. */
  beginLeases(): void;
  /** Takes from the store what was in doubt. */
  settleDoubts(): Promise<void>;
  /** Resolves when no probe is on its way, and what has become of leases is stored. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createServiceRegistry(options: {
  journal: Journal;
  clock: Clock;
  report: Report;
  random: () => number;
  /** Sends the probes of persistent services. */
  fetch: SafeFetch;
}): ServiceRegistry {
  const { journal, clock, report } = options;
  const services = new Map<string, Service>();
  const ordered = createOrderedServices(services);
  const search = createSearchIndex();
  const waiters = createChangeWaiters(clock);
  const { routes, routeList } = followedRoutes(journal, waiters.changed);
  const keeping = new Set<Promise<unknown>>();

  const put = (service: Service) => {
    const known = services.get(service.id);
    services.set(service.id, service);
    // A renewal changes only the time.
    if (known?.index === service.index) return;
    search.put(service);
    ordered.changed(service.name);
  };
  const drop = (id: string) => {
    const known = services.get(id);
    services.delete(id);
    if (known !== undefined) ordered.changed(known.name);
    search.remove(id);
    lives.forget(id);
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
  const lives = createLives({
    ...options,
    isKeeper: journal.duty.isOn,
    service: (id) => services.get(id),
    onDue(due) {
      const changes = lifeChangesOf(due, services);
      // From now on a renewal is answered by 404, so that the service registers again.
      for (const { id, change } of changes) if (change === 'deleted') drop(id);
      void keep(changes);
      waiters.changed();
    },
  });
  const took = (service: Service) => {
    put(service);
    lives.begin(service);
    lives.arm();
    waiters.changed();
  };
  const changes = createServiceChanges(journal, {
    service: (id) => services.get(id),
    ...{ took, drop, changed: waiters.changed },
  });

  const renew = async (id: string, at: number): Promise<boolean> => {
    const service = services.get(id);
    const renewed = lives.renew(id);
    if (service === undefined || renewed === null) return false;
    // Not stored: after a restart every lease begins again.
    put({ ...service, updated_at: at });
    const { created_at: createdAt } = service;
    if (renewed.wasUnhealthy && journal.duty.isOn()) {
      await keep([{ id, createdAt, change: 'healthy' }]);
    }
    return true;
  };
  const settleDoubts = () => changes.settleDoubts().then(routes.settleDoubts);
  const memory = { service: services, route: routes };
  const kept = { memory, doubts: changes, renew, settleDoubts, report };
  const unfollow = followOthers(journal, kept);

  return {
    services: ordered.list,
    service: (id) => services.get(id) ?? null,
    ...changes,
    async renew(id) {
      const at = clock.now();
      const isRenewed = await renew(id, at);
      if (isRenewed) journal.others.tell({ kind: 'renewed', serviceId: id, at });
      return isRenewed;
    },
    search: (request) => withServices(search.search(request), services),
    routes,
    untilIndexIsNot: waiters.untilIndexIsNot,
    serviceList: (name) => followedServices(ordered, name),
    routeList,
    dismiss: waiters.close,
    async recover() {
      for (const service of await listUapEntries(journal.read, 'service')) {
        put(service);
      }
      await routes.recover();
    },
    beginLeases() {
      for (const service of services.values()) lives.begin(service);
      lives.arm();
    },
    settleDoubts,
    async idle() {
      await lives.idle();
      while (keeping.size > 0) await Promise.all(keeping);
    },
    async close() {
      unfollow();
      lives.close();
      waiters.close();
      await Promise.all(keeping);
    },
  };
}

const followedServices = (ordered: OrderedServices, name?: string): FollowedList<Service> => ({
  key: name === undefined ? 'services' : `services of ${name}`,
  entries: () => ordered.list(name),
  index: () => ordered.index(name),
});

function followedRoutes(
  journal: Journal,
  changed: () => void,
): { routes: RouteRegistry; routeList: FollowedList<Route> } {
  let index: number | null = null;
  const routes = createRouteRegistry(journal, () => {
    index = null;
    changed();
  });
  const indexNow = () => {
    index ??= listIndex(routes.list());
    return index;
  };
  return { routes, routeList: { key: 'routes', entries: routes.list, index: indexNow } };
}

const lifeChangesOf = (
  due: readonly Pick<LifeChange, 'id' | 'change'>[],
  services: ReadonlyMap<string, Service>,
): LifeChange[] =>
  due.flatMap(({ id, change }) => {
    const service = services.get(id);
    return service === undefined ? [] : [{ id, createdAt: service.created_at, change }];
  });

const withServices = (hits: readonly SearchHit[], services: ReadonlyMap<string, Service>) =>
  hits.flatMap((hit) => {
    const service = services.get(hit.id);
    return service === undefined ? [] : [{ ...hit, service }];
  });
