import { Rows, Values } from '../values.tsx';
import { ArrayField } from './array-field.tsx';
import { fieldKind } from './field-kind.ts';
import type { FieldProps } from './field-props.ts';
import { useForm, useNode } from './form-context.ts';
import { JsonField } from './json-field.tsx';
import { MultiField } from './multi-field.tsx';
import { ObjectField } from './object-field.tsx';
import { isRecord, type Path } from './pointer.ts';
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

const isGroup = (value: unknown) => typeof value === 'object' && value !== null;

/** What cannot be edited needs no fields: it is read as a table or as names and values. */
function LockedGroup({ node, value, title }: FieldProps) {
  const { root } = useForm();
  const rows = Array.isArray(value) && value.length > 0 && value.every(isRecord) ? value : null;
  return (
    <div className="c12 locked">
      <p className="label">{title}</p>
      {rows ? (
        <Rows rows={rows} node={node} root={root} label={title} />
      ) : (
        <Values
          value={isRecord(value) ? value : { [title]: value }}
          node={isRecord(value) ? node : {}}
          root={root}
          depth={0}
        />
      )}
    </div>
  );
}

/** Draws the field that fits a schema node. */
export function FieldNode(props: FieldNodeProps) {
  const { readOnly } = useForm();
  const node = useNode(props.node, props.value);
  const kind = fieldKind(node, props.value);
  const locked = readOnly || node['readOnly'] === true;
  const shared = { ...props, node, locked, title: titleOf(node, props.name) };
  if (locked && props.root !== true && isGroup(props.value)) return <LockedGroup {...shared} />;
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
