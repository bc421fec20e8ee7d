import { pointerOf } from '@countersign/json/json-pointer';
import { X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { formsText as text } from '../../text/texts.ts';
import { IconButton } from '../button.tsx';
import { FaultLine } from './fault-line.tsx';
import { fieldId } from './field-id.ts';
import type { FieldProps } from './field-props.ts';
import { textOf } from './field-text.ts';
import { useForm } from './form-context.ts';

/** A value where none is allowed: it is shown, and can only be removed. */
export function NothingField({ value, path, title, locked, entry }: FieldProps) {
  const form = useForm();
  if (value === undefined) return null;
  const pointer = pointerOf(path);
  const id = fieldId(form.idPrefix, pointer);
  const error = form.errorAt(pointer) ?? text.notAllowed;
  return (
    <fieldset
      className="form-span-12 unframed"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-error`}
    >
      <p className="label" id={`${id}-name`}>
        {title}
        {!locked && !entry && (
          <IconButton
            label={text.remove(title)}
            icon={X}
            data-tool
            onClick={() => flushSync(() => form.change(path, undefined))}
          />
        )}
      </p>
      <code className="block breakable">{textOf(JSON.stringify(value), 500)}</code>
      <FaultLine id={`${id}-error`} text={error} />
    </fieldset>
  );
}
