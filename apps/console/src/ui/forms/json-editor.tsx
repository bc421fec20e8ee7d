import { useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { Field } from '../field.tsx';
import { Textarea } from '../input.tsx';
import { sameJson } from './pointer.ts';

interface JsonEditorProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  id: string;
  className?: string;
  help?: string | undefined;
  error?: string | null;
  readOnly?: boolean;
  onBroken?: (broken: boolean) => void;
}

const print = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2));

function parse(source: string): { value: unknown } | { fault: string } {
  if (source.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(source) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The value as JSON text. What does not parse stays in the box, said, and changes nothing. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, value, onChange, id, className, help, error, readOnly, onBroken } = props;
  const [typed, setTyped] = useState(() => print(value));
  const read = parse(typed);
  const stale = 'value' in read && !sameJson(read.value, value);
  const shown = stale ? print(value) : typed;
  const change = (source: string) => {
    setTyped(source);
    const next = parse(source);
    onBroken?.('fault' in next);
    if ('value' in next) onChange(next.value);
  };
  return (
    <Field
      label={label}
      id={id}
      className={className}
      help={help}
      error={'fault' in read ? text.jsonBroken(read.fault) : error}
    >
      {(ids) => (
        <Textarea
          {...ids}
          className="mono json-edit"
          spellCheck={false}
          readOnly={readOnly}
          rows={Math.min(24, Math.max(3, shown.split('\n').length))}
          value={shown}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
