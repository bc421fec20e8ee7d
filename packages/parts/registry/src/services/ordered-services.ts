import { listIndex } from '@countersign/uap/model/list-index';
import type { Service } from '@countersign/uap/model/service';
import { inOrder } from './in-order.ts';

/** Services in order, with the indexes of their lists: sorted and hashed once per change, not once per request that reads them. */
export interface OrderedServices {
  /** All, or those of a name, sorted by name and id. */
  list(name?: string): Service[];
  /** The index of the same list. */
  index(name?: string): number;
  /** One of this name was added, removed, or has another index. A renewal changes neither order nor index. */
  changed(name: string): void;
}

interface Place {
  id: string;
  name: string;
}

const emptyIndex = listIndex([]);

export function createOrderedServices(services: ReadonlyMap<string, Service>): OrderedServices {
  let order: Place[] | null = null;
  let indexOfAll: number | null = null;
  /** Of names that have services: others have one index, and there is no end of them. */
  const indexes = new Map<string, number>();

  const placesOf = (name: string | undefined): Place[] => {
    order ??= inOrder(services.values()).map((service) => ({ id: service.id, name: service.name }));
    if (name === undefined) return order;
    const start = firstFrom(order, name);
    let end = start;
    while (order[end]?.name === name) end += 1;
    return order.slice(start, end);
  };
  const list = (name?: string): Service[] =>
    placesOf(name).flatMap(({ id }) => services.get(id) ?? []);
  return {
    list,
    index(name) {
      if (name === undefined) {
        indexOfAll ??= listIndex(services.values());
        return indexOfAll;
      }
      const known = indexes.get(name);
      if (known !== undefined) return known;
      const entries = list(name);
      if (entries.length === 0) return emptyIndex;
      const index = listIndex(entries);
      indexes.set(name, index);
      return index;
    },
    changed(name) {
      order = null;
      indexOfAll = null;
      indexes.delete(name);
    },
  };
}

/** The first place whose name is not before this one, in the order of `inOrder`. */
function firstFrom(order: readonly Place[], name: string): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle]?.name ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
