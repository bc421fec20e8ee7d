import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import { oneAtATime } from '@countersign/server/runtime/one-at-a-time';
import type { EntryKey } from '@countersign/server/servers/word';
import type { Service } from '@countersign/uap/model/service';
import type { RouteRegistry } from './route-registry.ts';
import { listUapEntries } from './rows/uap-entries.ts';
import type { Doubts } from './services/doubts.ts';

/** Takes into memory what other servers change in the registry. */
export function followOthers(
  { others, read, received }: Pick<Journal, 'others' | 'read' | 'received'>,
  registry: {
    memory: { service: ReadonlyMap<string, Service>; route: RouteRegistry };
    /** Of services. */
    doubts: Pick<Doubts, 'doubt'>;
    /** A service has renewed its lease at another server. */
    renew: (id: string, registeredAt: number, at: number) => Promise<unknown>;
    settleDoubts: () => Promise<void>;
    /** Renewals at other servers may have been missed. */
    onGap: () => void;
    report: Report;
  },
): {
  /** Resolves when memory has what any server has changed until now. */
  current(): Promise<void>;
  close(): void;
} {
  const { memory, doubts, report } = registry;
  let isGap = false;
  const doubt = (keys: readonly EntryKey[]) => {
    for (const [kind, id] of keys) {
      if (kind === 'service') doubts.doubt([id]);
      else if (kind === 'route') memory.route.doubt([id]);
    }
  };
  /** Everything that is stored, and everything that may be stored no longer. */
  const doubtAll = async () => {
    isGap = false;
    const services = await listUapEntries(read, 'service');
    const routes = [...(await listUapEntries(read, 'route')), ...memory.route.list()];
    doubts.doubt([...services.map(({ id }) => id), ...memory.service.keys()]);
    memory.route.doubt(routes.map(({ name }) => name));
  };
  const reads = oneAtATime(async () => {
    if (isGap) await doubtAll();
    await registry.settleDoubts();
  });
  const readAgain = () => {
    reads.ask().catch((error) => {
      report('What other servers have changed in the registry was not read.', error);
    });
  };
  const onGap = () => {
    isGap = true;
    readAgain();
  };
  const ends = [
    others.onGap(() => {
      registry.onGap();
      onGap();
    }),
    others.onWord((word) => {
      if (word.kind === 'renewed') {
        registry.renew(word.serviceId, word.registeredAt, word.at).catch((error) => {
          report('A lease that was renewed at another server was not renewed here.', error);
        });
      } else if (word.kind === 'entries') {
        if (word.keys === null) return onGap();
        doubt(word.keys);
        readAgain();
      }
    }),
  ];
  return {
    async current() {
      await received();
      await reads.idle();
    },
    close() {
      for (const end of ends) end();
    },
  };
}
