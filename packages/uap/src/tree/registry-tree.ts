import type { Service } from '../model/service.ts';

/** A service in a tree of registries. The additional members are not on the wire of the public registry. */
export interface TreeService extends Service {
  /** The registry that it is registered with; it alone is written to. */
  origin_registry: string;
  /** The registries it came through, the origin first; the last is the one that lists it. */
  origin_path: string[];
  /** The child it came from has sent nothing for a time: it may have changed, or be gone. */
  stale: boolean;
}

/** What a child has sent last. */
interface Child {
  services: readonly TreeService[];
  /** Epoch ms. */
  lastContactAt: number;
}

/** What a registry knows of the registries below it. */
export interface RegistryTree {
  /** The id of this registry; unique in the tree. */
  self: string;
  children: ReadonlyMap<string, Child>;
}

/** A child that is silent for so long has stale entries. They are never removed by time: the child may be unreachable only from here. */
export const staleAfterMs = 60_000;

export const emptyTree = (self: string): RegistryTree => ({ self, children: new Map() });

/**
 * Takes what a child sends upward: its whole list, which replaces the last one. Entries that have been here before are dropped, and
 * those that claim to be registered here: only this registry knows what is.
 */
export function synchronise(
  tree: RegistryTree,
  child: { registry: string; services: readonly (Service | TreeService)[]; now: number },
): RegistryTree {
  const { registry, now } = child;
  const services = child.services.flatMap((service): TreeService[] => {
    const path = 'origin_path' in service ? service.origin_path : [registry];
    const origin = 'origin_registry' in service ? service.origin_registry : registry;
    if (origin === tree.self || path.includes(tree.self)) return [];
    const stale = 'stale' in service && service.stale;
    return [{ ...service, origin_registry: origin, origin_path: path, stale }];
  });
  return withChild(tree, registry, { services, lastContactAt: now });
}

/** A child that is reachable and has nothing new. */
export function recordContact(tree: RegistryTree, registry: string, now: number): RegistryTree {
  const child = tree.children.get(registry);
  return child === undefined ? tree : withChild(tree, registry, { ...child, lastContactAt: now });
}

/** A child that an operator has removed from the tree. */
export function forgetChild(tree: RegistryTree, registry: string): RegistryTree {
  const children = new Map(tree.children);
  children.delete(registry);
  return { ...tree, children };
}

const withChild = (tree: RegistryTree, registry: string, child: Child): RegistryTree => ({
  ...tree,
  children: new Map(tree.children).set(registry, child),
});

export const isStale = ({ lastContactAt }: Pick<Child, 'lastContactAt'>, now: number): boolean =>
  now - lastContactAt >= staleAfterMs;

/**
 * The services of this registry and of all below it, each once: an entry that arrives over several children is taken from one that
 * is not stale, over the shortest path. This is also what the registry sends upward itself.
 */
export function mergedServices(
  tree: RegistryTree,
  own: readonly Service[],
  now: number,
): TreeService[] {
  const { self } = tree;
  const merged = new Map<string, TreeService>();
  for (const service of own) {
    const entry = { ...service, origin_registry: self, origin_path: [self], stale: false };
    merged.set(treeKey(entry), entry);
  }
  for (const child of tree.children.values()) {
    const isSilent = isStale(child, now);
    for (const service of child.services) {
      const entry: TreeService = {
        ...service,
        origin_path: [...service.origin_path, self],
        stale: service.stale || isSilent,
      };
      const before = merged.get(treeKey(entry));
      if (before === undefined || isBetter(entry, before)) merged.set(treeKey(entry), entry);
    }
  }
  return [...merged.values()];
}

/** The key of an entry in the whole tree: the same service may be registered with two registries. */
export const treeKey = ({ origin_registry: origin, id }: TreeService): string => `${origin}/${id}`;

const isBetter = (one: TreeService, other: TreeService): boolean =>
  one.stale === other.stale ? one.origin_path.length < other.origin_path.length : other.stale;
