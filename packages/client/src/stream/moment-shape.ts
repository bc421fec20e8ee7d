import type { Presence } from '@countersign/api/prompts/presence';
import type { StoreState } from '@countersign/api/store-state';
import { isObject } from '@countersign/json/json-object';

/** A draft of this operator was stored or discarded; `tab` = by which tab, null = unknown. */
export interface DraftUpdate {
  promptId: string;
  tab: string | null;
}

const isText = (value: object, key: string): boolean => typeof Reflect.get(value, key) === 'string';

/** Whether a value is the presence of one prompt. */
export function isPresence(value: unknown): value is Presence {
  if (!isObject(value) || !isText(value, 'promptId')) return false;
  const people: unknown = Reflect.get(value, 'people');
  return (
    Array.isArray(people) &&
    people.every(
      (person) =>
        isObject(person) &&
        isText(person, 'operator') &&
        isText(person, 'name') &&
        isText(person, 'mode'),
    )
  );
}

/** Whether a value identifies a changed draft. */
export const isDraftUpdate = (value: unknown): value is DraftUpdate =>
  isObject(value) && isText(value, 'promptId');

/** Why the server's store does not accept writes, and since when (epoch ms). */
export interface StoreTrouble {
  since: number;
  reason: NonNullable<StoreState['reason']>;
}

const reasons: readonly StoreTrouble['reason'][] = ['locked', 'full', 'off', 'elsewhere'];

/** The trouble reported in a value; null = none. */
export function storeTroubleOf(value: unknown): StoreTrouble | null {
  if (!isObject(value)) return null;
  const since: unknown = Reflect.get(value, 'notWritableSince');
  const reason: unknown = Reflect.get(value, 'reason');
  if (typeof since !== 'number') return null;
  return { since, reason: reasons.find((known) => known === reason) ?? 'failing' };
}

/** More than a server has; a longer list is cut. */
const maxParts = 100;

/** Parts of the store with unreadable data. A later server may send names that this client does not know. */
export function damagedPartsOf(value: unknown): readonly string[] {
  const parts: unknown = isObject(value) ? Reflect.get(value, 'damaged') : undefined;
  if (!Array.isArray(parts)) return [];
  return parts.slice(0, maxParts).filter((part) => typeof part === 'string');
}

/** Passes on which list has changed, if the value contains it. */
export function whatChanged(value: unknown, notify: (what: string) => void): void {
  if (isObject(value) && 'what' in value && typeof value.what === 'string') notify(value.what);
}
