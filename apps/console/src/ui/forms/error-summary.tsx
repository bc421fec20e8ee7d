import { useEffect, useRef } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { fieldId } from './form-context.ts';
import './forms.css';
import { labelOf } from './label-of.ts';
import { fromPointer } from './pointer.ts';
import type { FieldError } from './validate.ts';

/** Focuses the field at a pointer, or the nearest group above it. */
export function focusField(idPrefix: string, pointer: string): void {
  const path = fromPointer(pointer);
  for (let length = path.length; length >= 0; length -= 1) {
    const above = path.slice(0, length).map((key) => `/${key}`);
    const element = document.getElementById(fieldId(idPrefix, above.join('')));
    if (element === null) continue;
    element.focus({ preventScroll: true });
    element.scrollIntoView?.({ block: 'center' });
    return;
  }
}

interface ErrorSummaryProps {
  errors: readonly FieldError[];
  idPrefix: string;
  /** Where the fields' names come from. */
  schema: unknown;
  /** Takes focus when it appears: the answer to a refused try. */
  takeFocus?: boolean;
}

/** Every fault in one place, each a way to its field. */
export function ErrorSummary({ errors, idPrefix, schema, takeFocus = false }: ErrorSummaryProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takeFocus) ref.current?.focus();
  }, [takeFocus]);
  return (
    <section className="errsum" aria-label={text.summary(errors.length)} ref={ref} tabIndex={-1}>
      <ul>
        {errors.slice(0, 20).map((error) => (
          <li key={error.path}>
            <code className="cut">{error.path || '/'}</code>
            <button type="button" onClick={() => focusField(idPrefix, error.path)}>
              {text.faultOf(labelOf(schema, error.path), error.message)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
