import type { Fault } from '@countersign/json/fault';
import { operation } from '@countersign/server/journal/operation';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Transaction } from '@countersign/server/store/transaction';
import { routeId } from '@countersign/uap/model/ids';
import { readRoute } from '@countersign/uap/model/read-route';
import type { Route, RouteRequest } from '@countersign/uap/model/route';
import { noRoomFor } from './room.ts';
import {
  countUapEntries,
  deleteUapEntry,
  nextUapIndex,
  putUapEntry,
  readUapEntry,
} from './rows/uap-entries.ts';

/** The outcome of a change of a route. `full`: there are too many, or there is too much text. */
export type KeptRoute = { kind: 'stored'; route: Route } | { kind: 'exists' | 'unknown' | 'full' };

const maxRoutes = 5_000;

/** Under what changes of routes, and of who may use them, are in the audit log. */
export const routeLog = 'gateway:routes';

async function audit(
  transaction: Transaction,
  change: { action: string; name: string; service: string | null; by: string },
): Promise<void> {
  const { action, name: route, service, by } = change;
  const detail = { route, service };
  await transaction.audit({ operator: by, action, threadId: routeLog, detail });
}

/** Only people change routes, and they share the whole space. */
const isFull = async (
  transaction: Transaction,
  request: RouteRequest,
  by: string,
): Promise<boolean> => {
  const entry = { kind: 'route', id: request.name, request } as const;
  return (await noRoomFor(transaction, entry, { id: by, role: 'operator' })) !== null;
};

async function store(
  transaction: Transaction,
  request: RouteRequest,
  createdAt: number,
): Promise<KeptRoute> {
  const route: Route = {
    ...request,
    id: routeId(request.name),
    created_at: createdAt,
    updated_at: transaction.now,
    index: await nextUapIndex(transaction, transaction.now),
  };
  await putUapEntry(transaction, 'route', request.name, route);
  return { kind: 'stored', route };
}

export const addUapRoute = operation<{ request: RouteRequest; by: string }, KeptRoute>(
  'addUapRoute',
  async (transaction, { request, by }) => {
    const { name, service } = request;
    if ((await readUapEntry(transaction, 'route', name)) !== null) return { kind: 'exists' };
    if ((await countUapEntries(transaction, 'route')) >= maxRoutes) return { kind: 'full' };
    if (await isFull(transaction, request, by)) return { kind: 'full' };
    await audit(transaction, { action: 'service-route:add', name, service, by });
    return store(transaction, request, transaction.now);
  },
  { announced: ({ request }) => [['route', request.name]] },
);

export const replaceUapRoute = operation<{ request: RouteRequest; by: string }, KeptRoute>(
  'replaceUapRoute',
  async (transaction, { request, by }) => {
    const { name, service } = request;
    const before = await readUapEntry(transaction, 'route', name);
    if (before === null) return { kind: 'unknown' };
    if (await isFull(transaction, request, by)) return { kind: 'full' };
    await audit(transaction, { action: 'service-route:replace', name, service, by });
    return store(transaction, request, before.created_at);
  },
  { announced: ({ request }) => [['route', request.name]] },
);

/** Where a route leads; what else it says stays. */
export interface LedRoute {
  name: string;
  service: string;
  agentProtocol: string;
}

const usualRoute: Omit<RouteRequest, 'name' | 'service' | 'agent_protocol'> = {
  ...{ protocols: ['http', 'https'], methods: null, hosts: null, paths: null, headers: null },
  ...{ snis: null, sources: null, destinations: null, tags: null, gateway_id: '' },
  ...{ https_redirect_status_code: 426, regex_priority: 0, strip_path: true },
  ...{ preserve_host: false, request_buffering: true, response_buffering: true },
};

/** Leads a route to a service; adds it if there is none of its name. */
export const leadUapRoute = operation<
  { route: LedRoute; by: string },
  KeptRoute | { kind: 'faulty'; faults: Fault[] }
>(
  'leadUapRoute',
  async (transaction, { route: { name, service, agentProtocol }, by }) => {
    const before = await readUapEntry(transaction, 'route', name);
    const { id: _, created_at: __, updated_at: ___, index: ____, ...kept } = before ?? {};
    const led = { ...usualRoute, ...kept, name, service, agent_protocol: agentProtocol };
    const read = readRoute(led);
    if (!read.ok) return { kind: 'faulty', faults: read.faults };
    const change = { request: read.value, by };
    return before === null
      ? addUapRoute.run(transaction, change)
      : replaceUapRoute.run(transaction, change);
  },
  { announced: ({ route }) => [['route', route.name]] },
);

/** Returns whether it was there. */
export const removeUapRoute = operation<{ name: string; by: string }, boolean>(
  'removeUapRoute',
  async (transaction, { name, by }) => {
    const wasThere = (await deleteUapEntry(transaction, 'route', name)) > 0;
    const change = { action: 'service-route:remove', name, service: null, by };
    if (wasThere) await audit(transaction, change);
    return wasThere;
  },
  { announced: ({ name }) => [['route', name]] },
);

/** What is stored under these names; null = nothing. */
export const storedRoutes = operation<readonly string[], (Route | null)[]>(
  'storedRoutes',
  async (transaction, names) =>
    mapInOrder(names, (name) => readUapEntry(transaction, 'route', name)),
);
