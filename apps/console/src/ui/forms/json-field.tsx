import type { FieldProps } from './field-props.ts';
import { fieldId, useForm } from './form-context.ts';
import { JsonEditor } from './json-editor.tsx';
import { toPointer } from './pointer.ts';
import { textOf } from './schema-node.ts';

/** A part of a value that the schema does not describe far enough for fields. */
export function JsonField({ node, value, path, title, locked }: FieldProps) {
  const form = useForm();
  const pointer = toPointer(path);
  return (
    <JsonEditor
      className="c12"
      id={fieldId(form.idPrefix, pointer)}
      label={title === '' ? 'JSON' : title}
      value={value}
      readOnly={locked}
      help={textOf(node['description'])}
      error={form.errorAt(pointer)}
      onChange={(next) => form.change(path, next)}
    />
  );
}
