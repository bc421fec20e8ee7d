import { isObject } from '@countersign/json/json-object';
import { fieldNames } from '@countersign/json-schema/field-names';
import { followReferences } from '@countersign/json-schema/follow-references';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { stepsTo } from '@countersign/json-schema/steps-to';
import { formsText as text } from '../../../text/texts.ts';
import { titleOf } from '../field-text.ts';

/** The label of every key on the way to a pointer. */
function labelled(schema: SchemaNode, pointer: string): { node: unknown; label: string }[] {
  let label = '';
  return stepsTo(schema, pointer).map(({ key, node, isEntry }) => {
    label = isEntry
      ? text.entry(label, Number(key) + 1)
      : titleOf(followReferences(schema, node), key);
    return { node, label };
  });
}

/** The label of the field at a pointer, if the schema has one: `Postal code`, `Years 2`. */
export function labelOf(schema: unknown, pointer: string): string {
  if (!isObject(schema)) return '';
  return labelled(schema, pointer).at(-1)?.label ?? '';
}

/** The field that names the entries of the list at a pointer: the first one, as in its table. */
export function mainFieldOf(schema: unknown, list: string): string | undefined {
  if (!isObject(schema)) return undefined;
  const entry = stepsTo(schema, `${list}/0`).at(-1)?.node;
  return fieldNames(followReferences(schema, entry))[0];
}

/** The same things in the order in which the form draws their places. */
export function inFormOrder<Item extends { path: string }>(
  schema: unknown,
  items: readonly Item[],
): Item[] {
  if (!isObject(schema) || items.length < 2) return [...items];
  const placed = items.map((item) => ({
    item,
    places: stepsTo(schema, item.path).map(({ place }) => place),
  }));
  const compare = (left: readonly number[], right: readonly number[]): number => {
    for (const [level, place] of left.entries()) {
      const other = right[level];
      if (other === undefined) return 1;
      if (other !== place) return place < other ? -1 : 1;
    }
    return left.length - right.length;
  };
  return placed.toSorted((a, b) => compare(a.places, b.places)).map(({ item }) => item);
}
