import { isObject, memberOf } from '@countersign/json/json-object';
import type { JsonSchema } from '../model/signifier.ts';

/** The constants of a body, which do not depend on the arguments. `undefined` = none; members without any are left out. */
export function skeletonOf(schema: JsonSchema): unknown {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return schema['const'];
  const properties = memberOf(schema, 'properties');
  if (!isObject(properties)) return undefined;
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const value = isObject(member) ? skeletonOf(member) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
