import type { Journal } from '@countersign/server/journal/journal';
import { createSafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import type { ServiceRegistry } from '../services/service-registry.ts';
import { createTreeKeeper, type TreeKeeper } from './tree-keeper.ts';
import { createTreeUplink, type ParentRegistry, type TreeUplink } from './tree-uplink.ts';

/** The place of a registry in a tree of registries. */
export interface TreeSettings {
  /** Its id, unique in the tree. */
  id: string;
  /** null = it is the root. */
  parent: ParentRegistry | null;
}

export interface TreeServices {
  registryTree: TreeKeeper;
  /** The connection to the registry above; null = this is the root. */
  registryUplink: TreeUplink | null;
  closeTree(): void;
}

const alone: TreeSettings = { id: 'countersign', parent: null };

/** Takes what registries below this one send, and sends everything to the one above. */
export function startTree(
  { journal, clock, report }: { journal: Journal; clock: Clock; report: Report },
  options: {
    settings: TreeSettings | undefined;
    serviceRegistry: ServiceRegistry;
    random: () => number;
  },
): TreeServices {
  const { settings: { id: self, parent } = alone, serviceRegistry, random } = options;
  const registryTree = createTreeKeeper(journal, { self, clock, report });
  if (parent === null) {
    return { registryTree, registryUplink: null, closeTree: registryTree.close };
  }
  const registryUplink = createTreeUplink({
    ...{ parent, self, clock, random, report, isSender: journal.duty.isOn },
    // Its address is the administrator's, who may mean a private network.
    fetch: createSafeFetch({ clock, allowed: [new URL(parent.url).host] }),
    services: () => registryTree.services(serviceRegistry.services()),
  });
  const ends = [
    registryTree.onChange(registryUplink.changed),
    serviceRegistry.onChange(registryUplink.changed),
  ];
  return {
    ...{ registryTree, registryUplink },
    closeTree() {
      for (const end of ends) end();
      registryUplink.close();
      registryTree.close();
    },
  };
}
