import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import type { Unread } from './message.ts';

/** Silently left out when reading by a schema: zod never copies a member of this name. */
const name = '__proto__';

/** Such members of the read value, as received; only copied parts are searched. */
export function lostMembers(before: unknown, after: unknown, path: string): Unread[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((item, index) => lostMembers(item, after[index], `${path}/${index}`));
  }
  if (!isObject(before) || !isObject(after)) return [];
  return Object.entries(before).flatMap(([member, value]) => {
    const at = `${path}${pointerOf([member])}`;
    if (Object.hasOwn(after, member)) return lostMembers(value, after[member], at);
    if (member !== name) return [];
    return [{ path: at, problem: 'No member can have this name.', value }];
  });
}
