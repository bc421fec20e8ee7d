import type { Journal } from '@countersign/server/journal/journal';
import type { Author } from '@countersign/server/runtime/share';
import { serviceId } from '@countersign/uap/model/ids';
import type { Service, ServiceRequest } from '@countersign/uap/model/service';
import { createDoubts } from './doubts.ts';
import { addService, removeService, replaceService, storedServices } from './service-operations.ts';

/** Changes of services by requests: stored first, and then taken into memory. */
export function createServiceChanges(
  journal: Journal,
  memory: {
    service: (id: string) => Service | undefined;
    took: (service: Service) => void;
    drop: (id: string) => void;
    changed: () => void;
  },
) {
  const { service: known, took, drop, changed } = memory;
  const doubts = createDoubts<Service>(
    (ids) => journal.commit(storedServices, ids),
    (id, stored) => {
      if (stored !== null) {
        if (known(id)?.index !== stored.index) took(stored);
      } else if (known(id) !== undefined) {
        drop(id);
        changed();
      }
    },
  );
  return {
    async register(request: ServiceRequest, by: Author) {
      const change = journal.commit(addService, { request, by });
      const outcome = await doubts.during([serviceId(request)], change);
      if (outcome.kind === 'stored') took(outcome.service);
      return outcome;
    },
    async replace(id: string, request: ServiceRequest, given: { by: Author; createdAt: number }) {
      const change = journal.commit(replaceService, { id, request, ...given });
      const outcome = await doubts.during([id, serviceId(request)], change);
      if (outcome.kind !== 'stored') return outcome;
      if (outcome.service.id !== id) drop(id);
      took(outcome.service);
      return outcome;
    },
    async remove(id: string, by: Author) {
      const outcome = await doubts.during([id], journal.commit(removeService, { id, by }));
      if (outcome === 'foreign') return outcome;
      drop(id);
      if (outcome === 'removed') changed();
      return outcome;
    },
    doubt: doubts.doubt,
    settleDoubts: doubts.settle,
  };
}
