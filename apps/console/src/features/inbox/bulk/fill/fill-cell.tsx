import { valueAt } from '@countersign/json/json-pointer';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { FieldNode } from '../../../../ui/forms/field-node.tsx';
import { FormContext, type FormContextValue } from '../../../../ui/forms/form-context.ts';
import { FieldDrawing } from '../../../../ui/forms/nested-field.tsx';
import type { FieldError } from '../../../../ui/forms/schema/validate.ts';
import type { FillField } from './fill-fields.ts';

interface FillCellProps {
  field: FillField;
  schema: SchemaNode;
  value: unknown;
  errors: readonly FieldError[];
  /** Unique on the page. */
  idPrefix: string;
  /** What the control is called: the field, and whose it is. */
  label: string;
  onChange: (value: unknown) => void;
}

const nothing = () => undefined;

/** One control of a form in a cell: its rules and its kind are those of the whole form. */
export function FillCell({
  field,
  schema,
  value,
  errors,
  idPrefix,
  label,
  onChange,
}: FillCellProps) {
  const own = errors.find(({ path }) => path === field.pointer);
  const world: FormContextValue = {
    root: schema,
    base: undefined,
    readOnly: false,
    idPrefix,
    dense: false,
    reported: [],
    revealed: null,
    errorAt: (pointer) => (pointer === field.pointer ? (own?.message ?? null) : null),
    touch: nothing,
    change: (_path, next) => onChange(next),
    setBroken: nothing,
    say: nothing,
  };
  return (
    <FormContext value={world}>
      <FieldDrawing value={FieldNode}>
        <FieldNode
          node={field.node}
          value={valueAt(value, field.path)}
          path={field.path}
          name={field.path.at(-1) ?? ''}
          title={label}
          required={field.required}
          span={12}
          quiet
          cell={{ proposedBeside: true }}
        />
      </FieldDrawing>
    </FormContext>
  );
}
