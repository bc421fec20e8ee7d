import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Service } from '@countersign/uap/model/service';
import { keepLifeChanges, type LifeChange } from './service-operations.ts';

/** Stores what has become of leases and probes; it is seen when it is stored. */
export interface LifeKeeping {
  /** Never rejects: what could not be stored begins again. */
  keep(changes: readonly LifeChange[]): Promise<void>;
  /** Resolves when everything is stored, or was given up. */
  idle(): Promise<void>;
}

export function createLifeKeeping(
  journal: Pick<Journal, 'commit' | 'duty'>,
  memory: {
    service: (id: string) => Service | undefined;
    put: (service: Service) => void;
    drop: (id: string) => void;
    /** Leases and probes of these begin again. */
    beginAgain: (ids: Iterable<string>) => void;
    doubt: (ids: Iterable<string>) => void;
    changed: () => void;
    report: Report;
  },
): LifeKeeping {
  const keeping = new Set<Promise<unknown>>();
  /** The registrations that changes are of, as far as they are still known here. */
  const known = (changes: readonly LifeChange[]): string[] =>
    changes.flatMap(({ id, createdAt }) =>
      memory.service(id)?.created_at === createdAt ? [id] : [],
    );
  const took = (changes: readonly LifeChange[], stored: readonly Service[]) => {
    for (const service of stored) {
      // One that was removed or replaced meanwhile is gone, or has a higher index.
      const before = memory.service(service.id);
      if (before !== undefined && before.index < service.index) memory.put(service);
    }
    for (const id of known(changes.filter(({ change }) => change === 'deleted'))) memory.drop(id);
    memory.changed();
  };
  return {
    keep(changes) {
      // A server that was stopped does not know what was renewed at others: another one has the duty then, and this is refused.
      const done = journal
        .commit(keepLifeChanges, changes, journal.duty.fence())
        .then((stored) => took(changes, stored))
        .catch((error) => {
          memory.report('The health of services was not recorded.', error);
          // Without the store, renewals at other servers are not known, so nothing counts as ended.
          memory.beginAgain(known(changes));
          memory.doubt(changes.map(({ id }) => id));
        })
        .finally(() => keeping.delete(done));
      keeping.add(done);
      return done;
    },
    async idle() {
      while (keeping.size > 0) await Promise.all(keeping);
    },
  };
}
