import { operation } from '@countersign/server/journal/operation';
import type { Author } from '@countersign/server/runtime/share';
import type { TreeService } from '@countersign/uap/tree/registry-tree';
import { type NoRoom, noRoomFor } from '../room.ts';
import {
  deleteUapEntry,
  nextUapIndex,
  putUapEntry,
  readUapEntry,
  type StoredChild,
} from '../rows/uap-entries.ts';

/** What came of what a child registry has sent. `foreign`: another caller has the name. */
export type KeptChild = { kind: 'kept'; child: StoredChild } | { kind: 'foreign' | NoRoom };

/** All services of a child registry, in place of those it sent before. */
export const keepChild = operation<
  { registry: string; services: readonly TreeService[]; by: Author },
  KeptChild
>(
  'keepChild',
  async (transaction, { registry, services, by }) => {
    const before = await readUapEntry(transaction, 'registry', registry);
    if (before !== null && before.sent_by !== by.id) return { kind: 'foreign' };
    const entry = { kind: 'registry', id: registry, request: services } as const;
    const noRoom = await noRoomFor(transaction, entry, by);
    if (noRoom !== null) return { kind: noRoom };
    const index = await nextUapIndex(transaction, transaction.now);
    const child: StoredChild = {
      registry,
      services,
      sent_by: by.id,
      sent_at: transaction.now,
      index,
    };
    await putUapEntry(transaction, 'registry', registry, child);
    if (before === null) {
      await transaction.audit({
        ...{ operator: by.id, action: 'registry:join', threadId: null, detail: { registry } },
      });
    }
    return { kind: 'kept', child };
  },
  { announced: ({ registry }) => [['registry', registry]] },
);

/** Returns whether it was there. */
export const removeChild = operation<{ registry: string; by: string }, boolean>(
  'removeChild',
  async (transaction, { registry, by }) => {
    if ((await deleteUapEntry(transaction, 'registry', registry)) === 0) return false;
    await transaction.audit({
      ...{ operator: by, action: 'registry:leave', threadId: null, detail: { registry } },
    });
    return true;
  },
  { announced: ({ registry }) => [['registry', registry]] },
);
