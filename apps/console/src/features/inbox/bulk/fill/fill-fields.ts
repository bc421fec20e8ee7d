import { isObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { fieldNames } from '@countersign/json-schema/field-names';
import { nodeForValue } from '@countersign/json-schema/node-for-value';
import { type SchemaNode, stringsOf } from '@countersign/json-schema/schema-members';
import { titleOf } from '../../../../ui/forms/field-text.ts';
import type { Path } from '../../../../ui/forms/pointer.ts';
import { withoutNull } from '../../../../ui/forms/schema/branches.ts';
import { fieldKind, isScalar } from '../../../../ui/forms/schema/field-kind.ts';

/** A field that can be filled in for many rows: one value on one line. */
export interface FillField {
  pointer: string;
  path: Path;
  /** Its part of the schema, unchanged. */
  node: unknown;
  title: string;
  required: boolean;
}

const MAX_DEPTH = 3;
const MAX_FIELDS = 60;

/** The single values of a form that may be changed, groups unfolded, in the order of the form. */
export function fillFields(schema: unknown): FillField[] {
  if (!isObject(schema)) return [];
  const root: SchemaNode = schema;
  const fields: FillField[] = [];
  const visit = (owner: unknown, path: Path, titles: readonly string[]) => {
    const group = nodeForValue(root, owner, undefined);
    const required = new Set(stringsOf(group['required']));
    for (const name of fieldNames(group)) {
      if (fields.length >= MAX_FIELDS) return;
      const given = memberOf(group['properties'], name);
      const { node } = withoutNull(nodeForValue(root, given, undefined), root);
      if (node['readOnly'] === true) continue;
      const kind = fieldKind(node, undefined, root);
      const way = [...path, name];
      const words = [...titles, titleOf(node, name)];
      if (kind.kind === 'object' && way.length < MAX_DEPTH) visit(given, way, words);
      else if (isScalar(kind) && kind.kind !== 'null')
        fields.push({
          pointer: pointerOf(way),
          path: way,
          node: given,
          title: words.join(' › '),
          required: required.has(name),
        });
    }
  };
  visit(schema, [], []);
  return fields;
}
