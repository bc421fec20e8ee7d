import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  below,
  type Check,
  fail,
  isSchema,
  listIn,
  numberIn,
  type Run,
  type Spot,
  silently,
  spend,
} from '../run.ts';

/** A key for a JSON value: two values have the same key exactly if they are equal, in any order of members. */
function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (!isObject(value)) return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined');
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(value[name])}`).join(',')}}`;
}

/** The items of a list: how many, none twice, some of a kind, and each by its own schema. */
export function checkItems(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  if (!Array.isArray(spot.value)) return true;
  const items: readonly unknown[] = spot.value;
  let ok = true;
  const least = numberIn(node, 'minItems');
  const most = numberIn(node, 'maxItems');
  if (least !== undefined && items.length < least) {
    ok = fail(spot, 'minItems', { wanted: least, found: items.length });
  }
  if (most !== undefined && items.length > most) {
    ok = fail(spot, 'maxItems', { wanted: most, found: items.length });
  }
  if (node['uniqueItems'] === true) ok = checkUnique(run, items, spot) && ok;
  ok = checkEach(run, node, { ...spot, value: items }, check) && ok;
  return checkContains(run, node, { ...spot, value: items }, check) && ok;
}

function checkUnique(run: Run, items: readonly unknown[], spot: Spot): boolean {
  const first = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = valueKey(item);
    spend(run, 0.1 + key.length / 200);
    const before = first.get(key);
    if (before !== undefined) {
      return fail(spot, 'uniqueItems', { wanted: true, found: [before, index] });
    }
    first.set(key, index);
  }
  return true;
}

type ListSpot = Spot & { value: readonly unknown[] };

/** Items with a place of their own (`prefixItems`, or a list of `items` in older drafts), then the rest. */
function checkEach(run: Run, node: JsonObject, spot: ListSpot, check: Check): boolean {
  const places = listIn(node, 'prefixItems') ?? listIn(node, 'items') ?? [];
  const rest = Array.isArray(node['items']) ? node['additionalItems'] : node['items'];
  let ok = true;
  for (const [index, item] of spot.value.entries()) {
    spend(run, 0.1);
    const isRest = index >= places.length;
    const schema = isRest ? rest : places[index];
    if (!isSchema(schema)) continue;
    spot.seen?.items.add(index);
    if (isRest && schema === false) {
      ok = fail(spot, 'items', {
        wanted: places.length,
        found: spot.value.length,
        member: String(index),
      });
      continue;
    }
    ok = check(run, schema, below(spot, String(index), item)) && ok;
  }
  return ok;
}

function checkContains(run: Run, node: JsonObject, spot: ListSpot, check: Check): boolean {
  const schema = node['contains'];
  if (!isSchema(schema)) return true;
  let found = 0;
  for (const [index, item] of spot.value.entries()) {
    if (!check(run, schema, silently(below(spot, String(index), item)))) continue;
    found += 1;
    // Since 2020-12 an item matched by `contains` counts as evaluated.
    if (run.draft === 2020) spot.seen?.items.add(index);
  }
  const least = numberIn(node, 'minContains') ?? 1;
  const most = numberIn(node, 'maxContains');
  if (found < least) return fail(spot, 'contains', { wanted: least, found });
  if (most !== undefined && found > most) return fail(spot, 'maxContains', { wanted: most, found });
  return true;
}
