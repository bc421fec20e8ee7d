import type { Journal } from '@countersign/server/journal/journal';
import type { SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { type Author, type Filling, leftOf } from '@countersign/server/runtime/share';
import { listIndex } from '@countersign/uap/model/list-index';
import type { Route } from '@countersign/uap/model/route';
import type { Service, ServiceRequest } from '@countersign/uap/model/service';
import {
  createSearchIndex,
  type Meaning,
  type SearchHit,
} from '@countersign/uap/search/search-index';
import type { SearchRequest } from '@countersign/uap/search/search-request';
import { type ChangeWaiters, createChangeWaiters, type WatchedList } from '../change-waiters.ts';
import { followOthers } from '../follow-others.ts';
import { createNews } from '../news.ts';
import { maxServices } from '../room.ts';
import { createRouteRegistry, type RouteRegistry } from '../route-registry.ts';
import { listUapEntries } from '../rows/uap-entries.ts';
import type { LeaseState } from './leases.ts';
import { createLifeKeeping, type LifeKeeping } from './life-keeping.ts';
import { createLives, type Lives } from './lives.ts';
import { createOrderedServices, type OrderedServices } from './ordered-services.ts';
import { createServiceChanges } from './service-changes.ts';
import {
  isOfAnother,
  type LifeChange,
  type Registered,
  type RemovedService,
} from './service-operations.ts';

/** A list that blocking queries follow. */
export interface FollowedList<Entry> extends WatchedList {
  entries: () => Entry[];
}

/** The registry of services: kept in the store, and read from memory. */
export interface ServiceRegistry {
  /** Resolves when memory has what any server has changed until now: a client finds what it has written, wherever. */
  current(): Promise<void>;
  /** All, or those of a name, sorted by name and id. */
  services(name?: string): Service[];
  service(id: string): Service | null;
  /** null = it has none. */
  lease(id: string): LeaseState | null;
  register(request: ServiceRequest, by: Author): Promise<Registered>;
  /** How many services an author may still register, as far as this server knows. */
  left(author: Author): number;
  /** `createdAt`: the registration that is meant, epoch ms. */
  replace(
    id: string,
    request: ServiceRequest,
    change: { by: Author; createdAt: number },
  ): Promise<Registered>;
  /** `unknown`: there is no such service, or it has no lease. */
  renew(id: string, by: Author): Promise<'renewed' | 'unknown' | 'foreign'>;
  remove(id: string, by: Author): Promise<RemovedService>;
  /** By words, and by meaning if it is given. */
  search(request: SearchRequest, meaning?: Meaning): (SearchHit & { service: Service })[];
  /** The text of a service that is compared by meaning; null = there is no such service. */
  textOf(id: string): string | null;
  routes: RouteRegistry;
  /** For blocking queries. */
  untilIndexIsNot: ChangeWaiters['untilIndexIsNot'];
  serviceList(name?: string): FollowedList<Service>;
  routeList: FollowedList<Route>;
  /** A service was added, removed or has another index. Returns its undo. */
  onChange(listener: (id: string) => void): () => void;
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
  const news = createNews();

  const put = (service: Service) => {
    const known = services.get(service.id);
    services.set(service.id, service);
    if (known?.index === service.index) return; // A renewal changes only the time.
    search.put(service);
    ordered.changed(service.name);
    news.notify(service.id);
  };
  const drop = (id: string) => {
    const known = services.get(id);
    services.delete(id);
    if (known !== undefined) ordered.changed(known.name);
    search.remove(id);
    lives.forget(id);
    news.notify(id);
  };
  const beginAgain = (ids: Iterable<string>) => {
    for (const id of ids) {
      const service = services.get(id);
      if (service !== undefined) lives.begin(service);
    }
    lives.arm();
  };
  const lives = createLives({
    ...options,
    isKeeper: journal.duty.isOn,
    service: (id) => services.get(id),
    // From now on the renewal of one that ends is answered by 404, so that the service registers again.
    onDue: (due) => void keeping.keep(lifeChangesOf(due, services)),
  });
  const took = (service: Service) => {
    put(service);
    lives.begin(service);
    lives.arm();
    waiters.changed();
  };
  const changes = createServiceChanges(journal, {
    ...{ service: (id) => services.get(id), took, drop, changed: waiters.changed },
  });

  const keeping = createLifeKeeping(journal, {
    ...{ service: (id) => services.get(id), put, drop, beginAgain, report },
    ...{ doubt: changes.doubt, changed: waiters.changed },
  });

  const { renew, renewHere } = createRenewals(options, { services, lives, keeping, put });
  let isRecovered = () => {};
  const recovered = new Promise<void>((resolve) => {
    isRecovered = resolve;
  });
  const settleDoubts = async () => {
    // What `recover` has read may be older than what is read here, and would replace it.
    await recovered;
    await changes.settleDoubts();
    await routes.settleDoubts();
  };
  const following = followOthers(journal, {
    memory: { service: services, route: routes },
    ...{ doubts: changes, renew, settleDoubts, report },
    onGap: () => beginAgain(services.keys()),
  });

  return {
    current: following.current,
    services: ordered.list,
    service: (id) => services.get(id) ?? null,
    lease: lives.state,
    left: (author) => leftOf(fillingOf(services, author), maxServices, author),
    ...changes,
    renew: renewHere,
    search: (request, meaning) => withServices(search.search(request, meaning), services),
    ...{ textOf: search.textOf, routes, routeList, untilIndexIsNot: waiters.untilIndexIsNot },
    serviceList: (name) => followedServices(ordered, name),
    onChange: news.listen,
    dismiss: waiters.close,
    async recover() {
      try {
        for (const service of await listUapEntries(journal.read, 'service')) put(service);
        await routes.recover();
      } finally {
        isRecovered();
      }
    },
    beginLeases: () => beginAgain(services.keys()),
    settleDoubts,
    async idle() {
      await lives.idle();
      await keeping.idle();
    },
    async close() {
      following.close();
      lives.close();
      waiters.close();
      await keeping.idle();
    },
  };
}

function fillingOf(services: ReadonlyMap<string, Service>, { id }: Author): Filling {
  let own = 0;
  for (const { registered_by: owner } of services.values()) if (owner === id) own += 1;
  return { own, all: services.size };
}

function createRenewals(
  { journal, clock }: { journal: Journal; clock: Clock },
  memory: {
    services: ReadonlyMap<string, Service>;
    lives: Lives;
    keeping: LifeKeeping;
    put: (service: Service) => void;
  },
) {
  const { services, lives, keeping, put } = memory;
  /** `registeredAt`: the registration that is meant. */
  const renew = async (id: string, registeredAt: number, at: number): Promise<boolean> => {
    const service = services.get(id);
    if (service?.created_at !== registeredAt) return false;
    const renewed = lives.renew(id);
    if (renewed === null) return false;
    // Not stored: after a restart every lease begins again.
    put({ ...service, updated_at: at });
    if (renewed.wasUnhealthy && journal.duty.isOn()) {
      await keeping.keep([{ id, createdAt: registeredAt, change: 'healthy' }]);
    }
    return true;
  };
  const renewHere: ServiceRegistry['renew'] = async (id, by) => {
    const service = services.get(id);
    if (service === undefined) return 'unknown';
    if (isOfAnother(service, by)) return 'foreign';
    const [registeredAt, at] = [service.created_at, clock.now()];
    if (!(await renew(id, registeredAt, at))) return 'unknown';
    journal.others.notify({ kind: 'renewed', serviceId: id, registeredAt, at });
    return 'renewed';
  };
  return { renew, renewHere };
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
