import { jsonText } from '@countersign/json/json-text';
import { tasksText } from '../../text/texts.ts';
import { Field } from '../../ui/field.tsx';
import { validateValue } from '../../ui/forms/schema/validate.ts';
import { SchemaForm } from '../../ui/forms/schema-form.tsx';
import { Textarea } from '../../ui/input.tsx';
import { JsonText } from '../../ui/json/json-text.tsx';
import { isFormSchema, type StartForm } from './start-task.ts';

const words = tasksText.dialog;

interface StructuredInputProps {
  schema: unknown;
  form: StartForm;
  error: string | undefined;
  showAll: boolean;
  onChange: (part: Partial<StartForm>) => void;
}

/** An agent's input other than text: its own form, or JSON when its schema names no fields. */
export function StructuredInput({ schema, form, error, showAll, onChange }: StructuredInputProps) {
  if (isFormSchema(schema)) {
    return (
      <div className="stack-close">
        <b className="strong">{words.inputForm}</b>
        <SchemaForm
          errors={validateValue(schema, form.value ?? {})}
          idPrefix="start"
          label={words.inputForm}
          onChange={(value) => onChange({ value })}
          schema={schema}
          showAll={showAll}
          value={form.value ?? {}}
        />
        {error === undefined ? null : (
          <p className="small fault" role="alert">
            {error}
          </p>
        )}
      </div>
    );
  }
  return (
    <>
      <Field error={error} help={words.inputHelp} label={words.input}>
        {(ids) => (
          <Textarea
            {...ids}
            className="textarea mono"
            onChange={(event) => onChange({ input: event.target.value })}
            rows={4}
            spellCheck={false}
            value={form.input}
          />
        )}
      </Field>
      <details className="small">
        <summary>{words.inputSchema}</summary>
        <pre className="rounded code scrolls verbatim tight-above start-schema">
          <JsonText text={jsonText(schema)} />
        </pre>
      </details>
    </>
  );
}
