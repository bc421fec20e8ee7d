import { ArrayField } from './array-field.tsx';
import { fieldKind } from './field-kind.ts';
import { useForm, useNode } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { MultiField } from './multi-field.tsx';
import { ObjectField } from './object-field.tsx';
import type { Path } from './pointer.ts';
import { ScalarField } from './scalar-field.tsx';
import { titleOf } from './schema-node.ts';
import { VariantField } from './variant-field.tsx';

export interface FieldNodeProps {
  node: unknown;
  value: unknown;
  path: Path;
  /** Its key in the object, or a spoken name in a list. */
  name: string;
  required: boolean;
  /** Columns of twelve for a single-line field; groups take the whole width. */
  span: 3 | 4 | 6 | 12;
  /** The form itself: an object without a frame around it. */
  root?: boolean;
  /** The name is shown elsewhere (the head of a table): only spoken here. */
  quiet?: boolean;
}

/** Draws the field that fits a schema node. */
export function FieldNode(props: FieldNodeProps) {
  const { readOnly } = useForm();
  const node = useNode(props.node, props.value);
  const kind = fieldKind(node, props.value);
  const locked = readOnly || node['readOnly'] === true;
  const shared = { ...props, node, locked, title: titleOf(node, props.name) };
  switch (kind.kind) {
    case 'object':
      return <ObjectField {...shared} />;
    case 'array':
      return <ArrayField {...shared} />;
    case 'multi':
      return <MultiField {...shared} choices={kind.choices} />;
    case 'variant':
      return <VariantField {...shared} branches={kind.branches} />;
    case 'json':
      return <JsonField {...shared} />;
    default:
      return <ScalarField {...shared} kind={kind} />;
  }
}
