import { isObject, memberOf } from '@countersign/json/json-object';
import { textIn, textsIn } from '../profile/values.ts';
import type { TreeService } from '../tree/registry-tree.ts';
import { readEntry } from './read-services.ts';

/** Whether a text can be the id of a registry in a tree. */
export const isRegistryId = (id: string): boolean => /^[\w.-]{1,100}$/.test(id);

/** Registries that an entry can come through, and entries of a list: what is beyond is dropped. */
const most = { path: 32, services: 50_000 };

/**
 * Reads what a child registry sends upward: its services and those of the registries below it. Entries that cannot be read are
 * dropped, also those whose origin or path names what is no id, such as one with a space at its end, which looks like another; null =
 * the body has no list.
 *
 * @param registry The child: the origin of entries that name none.
 */
export function readTreeServices(body: unknown, registry: string): TreeService[] | null {
  const list = memberOf(body, 'services');
  if (!Array.isArray(list)) return null;
  return list.slice(0, most.services).flatMap((sent): TreeService[] => {
    const service = readEntry(sent);
    if (service === null || !isObject(sent)) return [];
    const path = textsIn(sent, 'origin_path', 200).slice(0, most.path);
    const origin = textIn(sent, 'origin_registry', 200);
    if (![...path, ...(origin === '' ? [] : [origin])].every(isRegistryId)) return [];
    return [
      {
        ...service,
        origin_registry: origin || registry,
        origin_path: path.length === 0 ? [registry] : path,
        stale: sent['stale'] === true,
      },
    ];
  });
}
