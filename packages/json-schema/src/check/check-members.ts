import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  below,
  type Check,
  fail,
  hasMatch,
  isSchema,
  listIn,
  mapIn,
  numberIn,
  type Run,
  type Spot,
  spend,
} from '../run.ts';
import type { SchemaFault } from '../schema-fault.ts';

/** The members of an object: required ones, number, names, and each by its own schema. */
export function checkMembers(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  if (!isObject(spot.value)) return true;
  const { value } = spot;
  const inside = { run, node, spot, value, check };
  let ok = checkPresence(inside);
  const count = Object.keys(value).length;
  spend(run, count / 20);
  const least = numberIn(node, 'minProperties');
  const most = numberIn(node, 'maxProperties');
  if (least !== undefined && count < least) {
    ok = fail(spot, 'minProperties', { wanted: least, found: count });
  }
  if (most !== undefined && count > most) {
    ok = fail(spot, 'maxProperties', { wanted: most, found: count });
  }
  if (isSchema(node['propertyNames'])) ok = checkNames(inside, node['propertyNames']) && ok;
  return checkEach(inside) && ok;
}

interface Inside {
  run: Run;
  node: JsonObject;
  spot: Spot;
  value: JsonObject;
  check: Check;
}

function checkPresence({ run, node, spot, value }: Inside): boolean {
  let ok = true;
  const demand = (names: readonly unknown[], keyword: string, wanted: unknown) => {
    spend(run, names.length / 50);
    for (const name of names) {
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
      ok = fail(spot, keyword, { wanted, found: undefined, member: name });
    }
  };
  demand(listIn(node, 'required') ?? [], 'required', true);
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const brought = Object.entries(mapIn(node, keyword) ?? {});
    spend(run, brought.length / 5);
    for (const [name, names] of brought) {
      if (Array.isArray(names) && Object.hasOwn(value, name)) {
        demand(names, 'dependentRequired', name);
      }
    }
  }
  return ok;
}

function checkNames({ run, spot, value, check }: Inside, schema: unknown): boolean {
  let ok = true;
  for (const name of Object.keys(value)) {
    const faults: SchemaFault[] = [];
    if (check(run, schema, { ...below(spot, name, name), faults })) continue;
    ok = fail(spot, 'propertyNames', {
      wanted: schema,
      found: name,
      member: name,
      branches: [faults],
    });
  }
  return ok;
}

/** Each member by its own schema, by those whose pattern its name has, else by the one for the rest. */
function checkEach({ run, node, spot, value, check }: Inside): boolean {
  const properties = mapIn(node, 'properties');
  const patterns = Object.entries(mapIn(node, 'patternProperties') ?? {});
  const rest = node['additionalProperties'];
  if (properties === undefined && patterns.length === 0 && !isSchema(rest)) return true;
  spend(run, patterns.length / 20);
  let ok = true;
  for (const name of Object.keys(value)) {
    spend(run, 0.1);
    const own = properties === undefined ? undefined : memberOf(properties, name);
    const schemas: unknown[] = own === undefined ? [] : [own];
    for (const [pattern, schema] of patterns) {
      if (hasMatch(run, pattern, name)) schemas.push(schema);
    }
    const isRest = schemas.length === 0;
    if (isRest && rest === false) {
      ok = fail(spot, 'additionalProperties', { wanted: false, found: name, member: name });
      continue;
    }
    if (isRest && isSchema(rest)) schemas.push(rest);
    if (schemas.length > 0) spot.seen?.names.add(name);
    for (const schema of schemas) {
      ok = check(run, schema, below(spot, name, value[name])) && ok;
    }
  }
  return ok;
}
