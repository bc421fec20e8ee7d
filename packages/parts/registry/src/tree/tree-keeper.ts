import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { Author } from '@countersign/server/runtime/share';
import type { Service } from '@countersign/uap/model/service';
import { createSearchIndex, type SearchHit } from '@countersign/uap/search/search-index';
import type { SearchRequest } from '@countersign/uap/search/search-request';
import {
  emptyTree,
  forgetChild,
  mergedServices,
  type RegistryTree,
  recordContact,
  synchronise,
  type TreeService,
  treeKey,
} from '@countersign/uap/tree/registry-tree';
import { createNews } from '../news.ts';
import { listUapEntries, readUapEntry, type StoredChild } from '../rows/uap-entries.ts';
import { type KeptChild, keepChild, removeChild } from './child-operations.ts';

/** The registries below this one, and what they have sent: kept in the store, and read from memory. */
export interface TreeKeeper {
  /** The id of this registry in the tree. */
  self: string;
  /** Takes all services of a child. `self`: the child has the id of this registry. */
  receive(
    registry: string,
    services: readonly TreeService[],
    by: Author,
  ): Promise<KeptChild['kind'] | 'self'>;
  /** A child is there and has nothing new. false = it must send everything. */
  contact(registry: string, by: string): boolean;
  /** Returns whether it was there. */
  forget(registry: string, by: string): Promise<boolean>;
  /** The services of this registry and of all below it, each once. */
  services(own: readonly Service[]): TreeService[];
  /** The children: which caller each is, and when it was there last (epoch ms). */
  children(): {
    registry: string;
    by: string;
    lastContactAt: number;
    services: readonly TreeService[];
  }[];
  /** Services of registries below this one, best first. */
  search(request: SearchRequest): (SearchHit & { service: TreeService })[];
  /** Something was received or forgotten. Returns its undo. */
  onChange(listener: () => void): () => void;
  recover(): Promise<void>;
  close(): void;
}

export function createTreeKeeper(
  journal: Pick<Journal, 'commit' | 'read' | 'others'>,
  { self, clock, report }: { self: string; clock: Clock; report: Report },
): TreeKeeper {
  let tree: RegistryTree = emptyTree(self);
  const owners = new Map<string, string>();
  const index = createSearchIndex();
  /** What is in the index, by its key there. */
  const indexed = new Map<string, TreeService>();
  const news = createNews();

  const indexAgain = () => {
    const found = new Map(mergedServices(tree, [], clock.now()).map((one) => [treeKey(one), one]));
    for (const key of indexed.keys()) if (!found.has(key)) index.remove(key);
    for (const [key, service] of found) {
      if (indexed.get(key)?.index !== service.index) index.put({ ...service, id: key });
    }
    indexed.clear();
    for (const [key, service] of found) indexed.set(key, service);
  };
  const changed = () => {
    indexAgain();
    news.notify(self);
  };
  const take = ({ registry, services, sent_by: by, sent_at: now }: StoredChild) => {
    owners.set(registry, by);
    tree = synchronise(tree, { registry, services, now });
  };
  const drop = (registry: string) => {
    owners.delete(registry);
    tree = forgetChild(tree, registry);
  };
  const meet = (registry: string, at: number): boolean => {
    if (!tree.children.has(registry)) return false;
    tree = recordContact(tree, registry, at);
    return true;
  };
  /** What another server has taken. */
  const readAgain = async (registries: readonly string[]) => {
    for (const registry of registries) {
      const stored = await readUapEntry(journal.read, 'registry', registry);
      if (stored === null) drop(registry);
      else take(stored);
    }
    changed();
  };
  const readAll = async () => {
    const stored = await listUapEntries(journal.read, 'registry');
    const names = new Set(stored.map(({ registry }) => registry));
    for (const registry of tree.children.keys()) if (!names.has(registry)) drop(registry);
    for (const child of stored) take(child);
    changed();
  };
  const safely = (reading: Promise<void>) => {
    reading.catch((error) => {
      report('What registries below this one have sent to another server was not read.', error);
    });
  };
  const ends = [
    journal.others.onGap(() => safely(readAll())),
    journal.others.onWord((word) => {
      if (word.kind === 'registry-contact') meet(word.registry, word.at);
      if (word.kind !== 'entries') return;
      if (word.keys === null) return safely(readAll());
      const names = word.keys.flatMap(([kind, id]) => (kind === 'registry' ? [id] : []));
      if (names.length > 0) safely(readAgain(names));
    }),
  ];
  return {
    self,
    async receive(registry, services, by) {
      if (registry === self) return 'self';
      const outcome = await journal.commit(keepChild, { registry, services, by });
      if (outcome.kind === 'kept') {
        take(outcome.child);
        changed();
      }
      return outcome.kind;
    },
    contact(registry, by) {
      if (owners.get(registry) !== by) return false;
      const at = clock.now();
      journal.others.notify({ kind: 'registry-contact', registry, at });
      return meet(registry, at);
    },
    async forget(registry, by) {
      const wasThere = await journal.commit(removeChild, { registry, by });
      drop(registry);
      changed();
      return wasThere;
    },
    services: (own) => mergedServices(tree, own, clock.now()),
    children: () =>
      [...tree.children].map(([registry, child]) => ({
        ...{ registry, by: owners.get(registry) ?? '' },
        ...child,
      })),
    search: (request) => {
      const now = new Map(mergedServices(tree, [], clock.now()).map((one) => [treeKey(one), one]));
      return index.search(request).flatMap((hit) => {
        const service = now.get(hit.id);
        return service === undefined ? [] : [{ ...hit, service }];
      });
    },
    onChange: news.listen,
    recover: readAll,
    close() {
      for (const end of ends) end();
    },
  };
}
