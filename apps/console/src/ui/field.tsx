import { clsx } from 'clsx';
import { OctagonAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { commonText } from '../text/texts.ts';
import { Icon } from './icon.tsx';
import './field.css';

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}
interface FieldProps {
  label: ReactNode;
  required?: boolean | undefined;
  /** Next to the label and no part of it: it is not included in the name of the control. */
  mark?: ReactNode;
  help?: ReactNode;
  error?: string | null | undefined;
  /** More text about the value, under the control. */
  note?: ReactNode;
  className?: string | undefined;
  /** Fixed id of the control, so that a summary can link to it. */
  id?: string | undefined;
  /** Draws the control; spread the ids on it. */
  children: (ids: FieldIds) => ReactNode;
}

/** Label, control, help and error, tied together for every kind of reader. */
export function Field(props: FieldProps) {
  const { label, required, mark, help, error, note, className, id, children } = props;
  const own = useId();
  const controlId = id ?? own;
  const described = [
    help && `${controlId}-help`,
    error && `${controlId}-error`,
    note && `${controlId}-note`,
  ].filter(Boolean);
  return (
    <div className={clsx('column field', className)}>
      <div className="label wraps-on-phone">
        <label dir="auto" htmlFor={controlId}>
          {label}
          {required && <span className="muted required-mark">{commonText.required}</span>}
        </label>
        {mark}
      </div>
      {children({
        id: controlId,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error && (
        <p className="small side-by-side error-text" dir="auto" id={`${controlId}-error`}>
          <Icon of={OctagonAlert} />
          {error}
        </p>
      )}
      {note && <div id={`${controlId}-note`}>{note}</div>}
      {help && (
        <p className="small muted help-text" dir="auto" id={`${controlId}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
