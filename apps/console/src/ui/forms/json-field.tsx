import { pointerOf } from '@countersign/json/json-pointer';
import { hasOpenReference } from '@countersign/json-schema/follow-references';
import { formsText as text } from '../../text/forms.ts';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { textOf } from './field-text.ts';
import { useForm } from './form-context.ts';
import { JsonEditor } from './json-editor.tsx';

/** A part of a value that the schema does not describe far enough for fields. */
export function JsonField({ node, value, path, title, locked, emptied }: FieldProps) {
  const form = useForm();
  const pointer = pointerOf(path);
  const help = [textOf(node['description']), hasOpenReference(node) ? text.elsewhere : undefined];
  return (
    <JsonEditor
      className="form-span-12"
      id={fieldId(form.idPrefix, pointer)}
      label={text.jsonOf(title)}
      value={value}
      readOnly={locked}
      help={help.filter(Boolean).join(' ')}
      error={form.errorAt(pointer)}
      onBroken={(broken) => form.setBroken(pointer, broken)}
      onChange={(next) => form.change(path, next === undefined ? emptied : next)}
    />
  );
}
