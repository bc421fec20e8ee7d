import type { Presence } from '@countersign/api/presence';
import type { StoreState } from '@countersign/api/store-state';
import { isObject } from '@countersign/json/json-object';

/** A draft of mine was kept or thrown away; `tab` = by which tab, null = it did not say. */
export interface DraftNews {
  promptId: string;
  tab: string | null;
}

const isText = (value: object, key: string): boolean => typeof Reflect.get(value, key) === 'string';

/** Whether a value says who has one prompt open. */
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

/** Whether a value says which draft changed. */
export const isDraftNews = (value: unknown): value is DraftNews =>
  isObject(value) && isText(value, 'promptId');

/** Why the server's store takes no writes, and since when (epoch ms). */
export interface StoreTrouble {
  since: number;
  reason: NonNullable<StoreState['reason']>;
}

/** The trouble a value tells of; null = there is none. */
export function storeTroubleOf(value: unknown): StoreTrouble | null {
  if (!isObject(value)) return null;
  const since: unknown = Reflect.get(value, 'notWritableSince');
  const reason: unknown = Reflect.get(value, 'reason');
  if (typeof since !== 'number') return null;
  return { since, reason: reason === 'locked' || reason === 'full' ? reason : 'failing' };
}

/** More than a server has: what comes beyond is no list of parts. */
const maxParts = 100;

/** Parts of the store of which something cannot be read. A later server may name others than this client knows. */
export function damagedPartsOf(value: unknown): readonly string[] {
  const parts: unknown = isObject(value) ? Reflect.get(value, 'damaged') : undefined;
  if (!Array.isArray(parts)) return [];
  return parts.slice(0, maxParts).filter((part) => typeof part === 'string');
}

/** Tells which list has changed, if the value says so. */
export function whatChanged(value: unknown, tell: (what: string) => void): void {
  if (isObject(value) && 'what' in value && typeof value.what === 'string') tell(value.what);
}
