import { memberOf } from '@countersign/json/json-object';
import { routeId } from '../model/ids.ts';
import { readRoute } from '../model/read-route.ts';
import type { Route } from '../model/route.ts';
import { firstJson } from './first-json.ts';

/**
 * Reads a list of routes, sorted by name: null for none, and entries that are no valid route, which some registries store, counted.
 * null = the body is no list.
 */
export function readRoutes(body: string): { routes: Route[]; dropped: number } | null {
  const list = firstJson(body);
  if (list === null) return { routes: [], dropped: 0 };
  if (!Array.isArray(list)) return null;
  const routes = list.slice(0, 10_000).flatMap((entry): Route[] => {
    const read = readRoute(entry);
    if (!read.ok) return [];
    const id = memberOf(entry, 'id');
    return [
      {
        ...read.value,
        id: typeof id === 'string' && id !== '' ? id : routeId(read.value.name),
        created_at: wholeOf(entry, 'created_at'),
        updated_at: wholeOf(entry, 'updated_at'),
        index: wholeOf(entry, 'index'),
      },
    ];
  });
  routes.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { routes, dropped: list.length - routes.length };
}

function wholeOf(entry: unknown, name: string): number {
  const value = memberOf(entry, name);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}
