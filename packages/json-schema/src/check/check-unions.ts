import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  type Check,
  fail,
  isSchema,
  listIn,
  mapIn,
  type Run,
  type Spot,
  silently,
  spend,
} from '../run.ts';
import type { SchemaFault } from '../schema-fault.ts';

/** Schemas that apply to the same value: `allOf`, `anyOf`, `oneOf`, `not`, `if`, and the dependent schemas of members. */
export function checkUnions(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  let ok = true;
  for (const part of listIn(node, 'allOf') ?? []) ok = check(run, part, spot) && ok;
  ok = checkAny(run, node, spot, check) && ok;
  ok = checkOne(run, node, spot, check) && ok;
  if (isSchema(node['not']) && check(run, node['not'], silently(spot))) {
    ok = fail(spot, 'not', { wanted: node['not'], found: spot.value });
  }
  if (isSchema(node['if'])) {
    const holds = check(run, node['if'], { ...spot, faults: null });
    const then = node[holds ? 'then' : 'else'];
    if (isSchema(then)) ok = check(run, then, spot) && ok;
  }
  return checkBrought(run, node, spot, check) && ok;
}

function checkBrought(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  const { value } = spot;
  if (!isObject(value)) return true;
  let ok = true;
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const map = mapIn(node, keyword) ?? {};
    const names = Object.keys(map);
    spend(run, names.length / 5);
    for (const name of names) {
      const schema = memberOf(map, name);
      if (Object.hasOwn(value, name) && isSchema(schema)) ok = check(run, schema, spot) && ok;
    }
  }
  return ok;
}

/** The faults of branches are reported only if no branch fits. */
const branchSpot = (spot: Spot): Spot & { faults: SchemaFault[] | null } => ({
  ...spot,
  faults: spot.faults === null ? null : [],
});

function checkAny(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  const branches = listIn(node, 'anyOf') ?? [];
  if (branches.length === 0) return true;
  const reported: SchemaFault[][] = [];
  let found = 0;
  for (const branch of branches) {
    const tried = branchSpot(spot);
    if (check(run, branch, tried)) found += 1;
    else reported.push(tried.faults ?? []);
    // Other matching branches matter only if unevaluated members are checked.
    if (found > 0 && spot.seen === null) return true;
  }
  return found > 0 || fail(spot, 'anyOf', { wanted: branches, found: 0, branches: reported });
}

function checkOne(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  const branches = listIn(node, 'oneOf') ?? [];
  if (branches.length === 0) return true;
  const reported: SchemaFault[][] = [];
  let found = 0;
  for (const branch of branches) {
    const tried = branchSpot(spot);
    if (check(run, branch, tried)) found += 1;
    else reported.push(tried.faults ?? []);
    if (found > 1) break;
  }
  if (found === 1) return true;
  return fail(spot, 'oneOf', {
    wanted: branches,
    found,
    ...(found === 0 ? { branches: reported } : {}),
  });
}
