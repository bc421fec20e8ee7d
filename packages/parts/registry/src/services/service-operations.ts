import { operation } from '@countersign/server/journal/operation';
import type { Author } from '@countersign/server/runtime/share';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Transaction } from '@countersign/server/store/transaction';
import { serviceId } from '@countersign/uap/model/ids';
import type { Service, ServiceRequest } from '@countersign/uap/model/service';
import { type NoRoom, noRoomFor, noRoomForService } from '../room.ts';
import { deleteUapEntry, nextUapIndex, putUapEntry, readUapEntry } from '../rows/uap-entries.ts';

/** The outcome of a registration. `foreign`: another has registered it. */
export type Registered =
  | { kind: 'stored'; service: Service }
  | { kind: 'exists' | 'unknown' | 'changed' | 'foreign' | NoRoom };

/** Whether a registrant means a service of another: what it registers is called by agents that find it there. */
export const isOfAnother = (
  { registered_by: owner }: Pick<Service, 'registered_by'>,
  { id, role }: Author,
): boolean => role === 'registrant' && owner !== id;

/** The log of the audit rows of a service. */
export const serviceLog = (id: string): string => `service:${id}`;

async function store(
  transaction: Transaction,
  { request, by, owner }: { request: ServiceRequest; by: string; owner: string },
  action: string,
): Promise<Registered> {
  const id = serviceId(request);
  const service: Service = {
    ...request,
    id,
    health_status: request.health_status || 'healthy',
    created_at: transaction.now,
    updated_at: transaction.now,
    index: await nextUapIndex(transaction, transaction.now),
    registered_by: owner,
  };
  await putUapEntry(transaction, 'service', id, service);
  const { name, host, port } = request;
  await transaction.audit({
    operator: by,
    action,
    threadId: serviceLog(id),
    detail: { id, name, host, port },
  });
  return { kind: 'stored', service };
}

/** A service of this name, host and port is not registered a second time. */
export const addService = operation<{ request: ServiceRequest; by: Author }, Registered>(
  'addService',
  async (transaction, { request, by }) => {
    const id = serviceId(request);
    if ((await readUapEntry(transaction, 'service', id)) !== null) return { kind: 'exists' };
    const noRoom = await noRoomForService(transaction, { id, request }, by);
    if (noRoom !== null) return { kind: noRoom };
    return store(transaction, { request, by: by.id, owner: by.id }, 'service:register');
  },
  { announced: ({ request }) => [['service', serviceId(request)]] },
);

/** All of a service in place of another one. */
interface Replacement {
  id: string;
  request: ServiceRequest;
  by: Author;
  /** The registration that is meant, epoch ms. */
  createdAt: number;
}

/**
 * Replaces all of a service, as if it were registered now. With another name, host or port it gets another id: then the entry moves, and none is left under the
 * old id. It stays the registrant's who registered it, so that it can renew its lease.
 */
export const replaceService = operation<Replacement, Registered>(
  'replaceService',
  async (transaction, { id, request, by, createdAt }) => {
    const before = await readUapEntry(transaction, 'service', id);
    if (before === null) return { kind: 'unknown' };
    if (isOfAnother(before, by)) return { kind: 'foreign' };
    if (before.created_at !== createdAt) return { kind: 'changed' };
    const moved = serviceId(request);
    if (moved !== id) {
      if ((await readUapEntry(transaction, 'service', moved)) !== null) return { kind: 'exists' };
    }
    const noRoom = await noRoomFor(transaction, { kind: 'service', id, request }, by);
    if (noRoom !== null) return { kind: noRoom };
    if (moved !== id) await deleteUapEntry(transaction, 'service', id);
    const { registered_by: owner = by.id } = before;
    return store(transaction, { request, by: by.id, owner }, 'service:replace');
  },
  {
    announced: ({ id, request }) => [
      ['service', id],
      ['service', serviceId(request)],
    ],
  },
);

export type RemovedService = 'removed' | 'unknown' | 'foreign';

export const removeService = operation<{ id: string; by: Author }, RemovedService>(
  'removeService',
  async (transaction, { id, by }) => {
    const service = await readUapEntry(transaction, 'service', id);
    if (service === null) return 'unknown';
    if (isOfAnother(service, by)) return 'foreign';
    await deleteUapEntry(transaction, 'service', id);
    const { name, host, port } = service;
    await transaction.audit({
      operator: by.id,
      action: 'service:remove',
      threadId: serviceLog(id),
      detail: { id, name, host, port },
    });
    return 'removed';
  },
  { announced: ({ id }) => [['service', id]] },
);

/** A change by time or by a renewal, of a registration: `createdAt` is another one when the service was replaced since. */
export interface LifeChange {
  id: string;
  createdAt: number;
  change: 'healthy' | 'unhealthy' | 'deleted';
}

/** The author of a change by time, in the audit. */
const registryItself = 'registry';
const lifeActions = {
  healthy: 'service:healthy',
  unhealthy: 'service:unhealthy',
  deleted: 'service:expire',
} as const;

/** Returns the entries that are still there, changed. Does not wait for a store that is away: what was renewed meanwhile would end with it. */
export const keepLifeChanges = operation<readonly LifeChange[], Service[]>(
  'keepLifeChanges',
  async (transaction, changes) => {
    const changed: Service[] = [];
    for (const { id, createdAt, change } of changes) {
      const service = await readUapEntry(transaction, 'service', id);
      if (service === null || service.created_at !== createdAt) continue;
      const { name, host, port } = service;
      await transaction.audit({
        operator: registryItself,
        action: lifeActions[change],
        threadId: serviceLog(id),
        detail: { id, name, host, port },
      });
      if (change === 'deleted') {
        await deleteUapEntry(transaction, 'service', id);
        continue;
      }
      const after: Service = {
        ...service,
        health_status: change,
        updated_at: transaction.now,
        index: await nextUapIndex(transaction, transaction.now),
      };
      await putUapEntry(transaction, 'service', id, after);
      changed.push(after);
    }
    return changed;
  },
  { announced: (changes) => changes.map(({ id }) => ['service', id]) },
);

/** What is stored under these ids; null = nothing. */
export const storedServices = operation<readonly string[], (Service | null)[]>(
  'storedServices',
  async (transaction, ids) => mapInOrder(ids, (id) => readUapEntry(transaction, 'service', id)),
);
