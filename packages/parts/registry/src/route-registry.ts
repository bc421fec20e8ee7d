import type { Fault } from '@countersign/json/fault';
import type { Journal } from '@countersign/server/journal/journal';
import type { Route, RouteRequest } from '@countersign/uap/model/route';
import {
  addUapRoute,
  type KeptRoute,
  type LedRoute,
  leadUapRoute,
  removeUapRoute,
  replaceUapRoute,
  storedRoutes,
} from './route-operations.ts';
import { listUapEntries } from './rows/uap-entries.ts';
import { createDoubts } from './services/doubts.ts';
import { inOrder } from './services/in-order.ts';

/** The routes of the registry: kept in the store, and read from memory. */
export interface RouteRegistry {
  /** Sorted by name. */
  list(): Route[];
  add(request: RouteRequest, by: string): Promise<KeptRoute>;
  replace(request: RouteRequest, by: string): Promise<KeptRoute>;
  /** `faulty`: it is no route. */
  lead(route: LedRoute, by: string): Promise<KeptRoute | { kind: 'faulty'; faults: Fault[] }>;
  /** Returns whether it was there. */
  remove(name: string, by: string): Promise<boolean>;
  recover(): Promise<void>;
  /** Another server has changed these, or may have: they are read again with `settleDoubts`. */
  doubt(names: Iterable<string>): void;
  /** Takes from the store what was in doubt. */
  settleDoubts(): Promise<void>;
}

export function createRouteRegistry(journal: Journal, changed: () => void): RouteRegistry {
  const routes = new Map<string, Route>();
  const took = (outcome: KeptRoute): KeptRoute => {
    if (outcome.kind === 'stored') {
      routes.set(outcome.route.name, outcome.route);
      changed();
    }
    return outcome;
  };
  const drop = (name: string) => {
    if (routes.delete(name)) changed();
  };
  const doubts = createDoubts<Route>(
    (names) => journal.commit(storedRoutes, names),
    (name, route) => {
      if (route === null) drop(name);
      else if (routes.get(name)?.index !== route.index) took({ kind: 'stored', route });
    },
  );
  return {
    list: () => inOrder(routes.values()),
    async add(request, by) {
      const change = journal.commit(addUapRoute, { request, by });
      return took(await doubts.during([request.name], change));
    },
    async replace(request, by) {
      const change = journal.commit(replaceUapRoute, { request, by });
      return took(await doubts.during([request.name], change));
    },
    async lead(route, by) {
      const change = journal.commit(leadUapRoute, { route, by });
      const outcome = await doubts.during([route.name], change);
      return outcome.kind === 'faulty' ? outcome : took(outcome);
    },
    async remove(name, by) {
      const change = journal.commit(removeUapRoute, { name, by });
      const wasThere = await doubts.during([name], change);
      drop(name);
      return wasThere;
    },
    doubt: doubts.doubt,
    settleDoubts: doubts.settle,
    async recover() {
      for (const route of await listUapEntries(journal.read, 'route')) {
        routes.set(route.name, route);
      }
    },
  };
}
