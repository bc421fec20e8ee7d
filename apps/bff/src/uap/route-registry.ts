import type { Route, RouteRequest } from '@countersign/uap/model/route';
import type { Journal } from '../journal/journal.ts';
import { listUapEntries } from '../store/uap-entries.ts';
import { createDoubts } from './doubts.ts';
import { inOrder } from './in-order.ts';
import {
  addUapRoute,
  type KeptRoute,
  removeUapRoute,
  replaceUapRoute,
  storedRoutes,
} from './route-operations.ts';

/** The routes of the registry: kept in the store, and read from memory. */
export interface RouteRegistry {
  /** Sorted by name. */
  list(): Route[];
  add(request: RouteRequest, by: string): Promise<KeptRoute>;
  replace(request: RouteRequest, by: string): Promise<KeptRoute>;
  remove(name: string, by: string): Promise<void>;
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
    async remove(name, by) {
      await doubts.during([name], journal.commit(removeUapRoute, { name, by }));
      drop(name);
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
