import type { Route, RouteRequest } from '@countersign/uap/model/route';
import type { Journal } from '../journal/journal.ts';
import { listUapEntries } from '../store/uap-entries.ts';
import { inOrder } from './in-order.ts';
import {
  addUapRoute,
  type KeptRoute,
  removeUapRoute,
  replaceUapRoute,
} from './route-operations.ts';

/** The routes of the registry: kept in the store, and read from memory. */
export interface RouteRegistry {
  /** Sorted by name. */
  list(): Route[];
  add(request: RouteRequest, by: string): Promise<KeptRoute>;
  replace(request: RouteRequest, by: string): Promise<KeptRoute>;
  remove(name: string, by: string): Promise<void>;
  recover(): Promise<void>;
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
  return {
    list: () => inOrder(routes.values()),
    add: async (request, by) => took(await journal.commit(addUapRoute, { request, by })),
    replace: async (request, by) => took(await journal.commit(replaceUapRoute, { request, by })),
    async remove(name, by) {
      await journal.commit(removeUapRoute, { name, by });
      if (routes.delete(name)) changed();
    },
    async recover() {
      for (const route of await listUapEntries(journal.read, 'route')) {
        routes.set(route.name, route);
      }
    },
  };
}
