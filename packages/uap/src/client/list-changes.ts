import { jsonEqual } from '@countersign/json/json-equal';
import type { Service } from '../model/service.ts';

/** What is different between two lists of services. */
export interface ListChanges {
  added: Service[];
  removed: Service[];
  changed: Service[];
}

/** The changes, without those of a renewal: it alters the time and the index only. */
export function listChanges(before: readonly Service[], after: readonly Service[]): ListChanges {
  const old = new Map(before.map((service) => [service.id, service]));
  const changes: ListChanges = { added: [], removed: [], changed: [] };
  for (const service of after) {
    const known = old.get(service.id);
    old.delete(service.id);
    if (known === undefined) changes.added.push(service);
    else if (!isSame(known, service)) changes.changed.push(service);
  }
  changes.removed = [...old.values()];
  return changes;
}

const isSame = (one: Service, other: Service): boolean =>
  jsonEqual({ ...one, updated_at: other.updated_at, index: other.index }, { ...other });
