import { formsText as text } from '../../text/forms.ts';
import { fromPointer, isRecord } from './pointer.ts';
import { resolveNode, type SchemaNode, titleOf } from './schema-node.ts';

/** The words on the field at a pointer, as far as the schema tells: `Postal code`, `Years 2`. */
export function labelOf(schema: unknown, pointer: string): string {
  if (!isRecord(schema)) return '';
  let node: SchemaNode = resolveNode(schema, schema, () => true);
  let label = '';
  for (const key of fromPointer(pointer)) {
    const { properties, items } = node;
    if (isRecord(properties)) {
      node = resolveNode(properties[key], schema, () => true);
      label = titleOf(node, key);
    } else {
      node = resolveNode(items, schema, () => true);
      label = text.entry(label, Number(key) + 1);
    }
  }
  return label;
}
