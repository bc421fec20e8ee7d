import { isObject, type JsonObject } from '@countersign/json/json-object';
import { below, type Check, fail, isSchema, type Run, type Spot, spend } from '../run.ts';

/** Members and items that no other keyword has evaluated; checked last. */
export function checkUnevaluated(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  const { value, seen } = spot;
  if (seen === null) return true;
  let ok = true;
  const { unevaluatedProperties: forNames, unevaluatedItems: forItems } = node;
  if (isSchema(forNames) && isObject(value)) {
    const names = Object.keys(value);
    spend(run, names.length / 50);
    for (const name of names) {
      if (seen.names.has(name)) continue;
      seen.names.add(name);
      if (forNames !== false) ok = check(run, forNames, below(spot, name, value[name])) && ok;
      else ok = fail(spot, 'additionalProperties', { wanted: false, found: name, member: name });
    }
  }
  if (isSchema(forItems) && Array.isArray(value)) {
    spend(run, value.length / 50);
    for (const [index, item] of value.entries()) {
      if (seen.items.has(index)) continue;
      seen.items.add(index);
      ok = check(run, forItems, below(spot, String(index), item)) && ok;
    }
  }
  return ok;
}
