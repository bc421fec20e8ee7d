import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { UpMessage } from './message.ts';

/** One item that a person can rank: its id in the answer, its label, and its value. */
export interface RankableItem {
  id: string;
  label: string;
  item: unknown;
}

/**
 * What a `rank` answer orders (docs/protocol/message.md): the alternatives that have ids, if there are two of them; else the first array
 * in the payload whose items are all objects with their own string `id`. Items that share an id cannot be ordered.
 */
export function rankableItems(message: UpMessage): RankableItem[] {
  const alternatives = (message.upThought?.alternatives ?? []).filter(isObject);
  const offered = itemsOf(alternatives);
  if (offered.length >= 2) return offered;
  for (const member of Object.values(message.payload ?? {})) {
    if (!Array.isArray(member) || member.length === 0) continue;
    const items = itemsOf(member);
    if (items.length === member.length) return items;
  }
  return offered;
}

function itemsOf(values: readonly unknown[]): RankableItem[] {
  const items = values.filter(isObject).flatMap((item): RankableItem[] => {
    const { id } = item;
    return typeof id === 'string' && id !== '' ? [{ id, label: labelOf(item, id), item }] : [];
  });
  return new Set(items.map(({ id }) => id)).size === items.length ? items : [];
}

function labelOf(item: JsonObject, id: string): string {
  for (const name of ['label', 'name', 'displayName', 'title']) {
    const label = item[name];
    if (typeof label === 'string' && label.trim() !== '') return label;
  }
  return id;
}
