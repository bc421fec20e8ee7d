import { jsonEqual } from './json-equal.ts';
import { type JsonObject, memberOf } from './json-object.ts';

/** A member that two objects do not have alike; a value that is undefined = that one does not have it. */
export interface ChangedMember {
  name: string;
  before: unknown;
  after: unknown;
}

/**
 * The members in which two objects differ, in the order of the second one; what only the first has is last. Not deeper than one level:
 * for people who compare two versions side by side.
 *
 * @example changedMembers({ far: 5 }, { far: 10 }) // [{ name: 'far', before: 5, after: 10 }]
 */
export function changedMembers(before: JsonObject, after: JsonObject): ChangedMember[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names]
    .map((name) => ({ name, before: memberOf(before, name), after: memberOf(after, name) }))
    .filter((one) => !jsonEqual(one.before, one.after));
}
