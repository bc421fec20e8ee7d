import { useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import './forms.css';
import { focusField } from './reveal.ts';
import { inFormOrder, labelOf } from './schema/label-of.ts';
import type { FieldError } from './schema/validate.ts';

const SHOWN = 20;

interface ErrorSummaryProps {
  errors: readonly FieldError[];
  idPrefix: string;
  /** Where the fields' names come from. */
  schema: unknown;
  /** Takes focus when it appears, after a refused submit. */
  takeFocus?: boolean;
  /** Scrolls the fields into view when something else is shown in their place. */
  onGo?: () => void;
}

/** Every fault in one place, each with a link to its field. */
export function ErrorSummary(props: ErrorSummaryProps) {
  const { errors, idPrefix, schema, takeFocus = false, onGo } = props;
  const ref = useRef<HTMLElement>(null);
  const ordered = useMemo(() => inFormOrder(schema, errors), [schema, errors]);
  useEffect(() => {
    if (takeFocus) ref.current?.focus();
  }, [takeFocus]);
  const go = (pointer: string) => {
    if (onGo) flushSync(onGo);
    focusField(idPrefix, pointer);
  };
  return (
    <section
      className="rounded inset wide-below error-summary"
      aria-label={text.summary(errors.length)}
      ref={ref}
      tabIndex={-1}
    >
      <ul>
        {ordered.slice(0, SHOWN).map((error) => (
          <li key={error.path} className="row">
            <code className="truncate rigid" dir="auto">
              {visibleText(error.path) || '/'}
            </code>
            <button type="button" onClick={() => go(error.path)}>
              {text.faultOf(labelOf(schema, error.path), error.message)}
            </button>
          </li>
        ))}
        {errors.length > SHOWN && <li>{text.moreFaults(errors.length - SHOWN)}</li>}
      </ul>
    </section>
  );
}
