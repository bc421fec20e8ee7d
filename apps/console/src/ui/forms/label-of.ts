import { formsText as text } from '../../text/forms.ts';
import { itemsOf, memberNode } from './members.ts';
import { meantTypes } from './node-type.ts';
import { fromPointer, isRecord, memberOf } from './pointer.ts';
import { followRefs, type SchemaNode, titleOf } from './schema-node.ts';

const MAX_PARTS = 200;

/** Every part of a schema that may speak about one value: the node and its branches, whichever of them holds. */
function partsOf(node: unknown, root: SchemaNode): SchemaNode[] {
  const parts: SchemaNode[] = [];
  const open: unknown[] = [node];
  while (open.length > 0 && parts.length < MAX_PARTS) {
    const part = followRefs(open.shift(), root);
    parts.push(part);
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      const branches = part[keyword];
      if (Array.isArray(branches)) open.push(...branches.slice(0, MAX_PARTS));
    }
    if (part['if'] !== undefined) open.push(part['then'], part['else']);
    if (isRecord(part['dependentSchemas'])) open.push(...Object.values(part['dependentSchemas']));
  }
  return parts;
}

/** The words on the field at a pointer, as far as the schema tells: `Postal code`, `Years 2`. */
export function labelOf(schema: unknown, pointer: string): string {
  if (!isRecord(schema)) return '';
  let node: unknown = schema;
  let label = '';
  for (const key of fromPointer(pointer)) {
    const parts = partsOf(node, schema);
    const owner = parts.find((part) => memberOf(part['properties'], key) !== undefined);
    const list = parts.find((part) => meantTypes(part)[0] === 'array');
    if (owner === undefined && list !== undefined) {
      node = itemsOf(list).nodeOf(Number(key));
      label = text.entry(label, Number(key) + 1);
    } else {
      node = memberNode(owner ?? parts[0] ?? {}, key);
      label = titleOf(followRefs(node, schema), key);
    }
  }
  return label;
}
