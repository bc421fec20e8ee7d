import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type Check, enter, placeOf, type Run, type Spot } from '../run.ts';
import type { SchemaPlace } from '../schema-document.ts';

/** `$ref`, `$dynamicRef` and `$recursiveRef`, within the document only. */
export function checkReferences(run: Run, node: JsonObject, spot: Spot, check: Check): boolean {
  const { $ref: reference, $dynamicRef: dynamic, $recursiveRef: recursive } = node;
  const places: (SchemaPlace | null)[] = [];
  if (typeof reference === 'string') places.push(placeOf(run, spot, reference));
  if (typeof dynamic === 'string') places.push(dynamicPlace(run, spot, dynamic));
  if (recursive === '#') places.push(recursivePlace(run, spot));
  let ok = true;
  for (const place of places) {
    const inside = enter(run, spot, place);
    if (inside !== null && place !== null) ok = check(run, place.node, inside) && ok;
  }
  return ok;
}

/** A dynamic reference means the outermost resource that has its anchor, if where it points is such an anchor at all. */
function dynamicPlace(run: Run, spot: Spot, reference: string): SchemaPlace | null {
  const place = placeOf(run, spot, reference);
  const name = reference.slice(reference.indexOf('#') + 1);
  if (place?.resource.dynamicAnchors.get(name) !== place?.node) return place;
  let found = place;
  for (let link: typeof spot.scope | null = spot.scope; link !== null; link = link.above) {
    const node = link.item.dynamicAnchors.get(name);
    if (node !== undefined) found = { node, resource: link.item };
  }
  return found;
}

function recursivePlace(run: Run, spot: Spot): SchemaPlace | null {
  let place = placeOf(run, spot, '#');
  for (let link: typeof spot.scope | null = spot.scope; link !== null; link = link.above) {
    const { root } = link.item;
    if (!isObject(root) || root['$recursiveAnchor'] !== true) break;
    place = { node: root, resource: link.item };
  }
  return place;
}
