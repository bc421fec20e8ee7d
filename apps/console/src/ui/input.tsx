import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import './input.css';

interface InputProps extends ComponentProps<'input'> {
  /** Text inside the box on the right: a unit, a lock. */
  unit?: ReactNode;
}

/** One line of text. */
export function Input({ unit, className, ...given }: InputProps) {
  const bad = given['aria-invalid'] ? 'is-invalid' : undefined;
  // A dialog over a menu gives focus itself: what a field takes while the menu closes is taken back from it.
  const rest = { ...given, 'data-autofocus': given.autoFocus === true ? '' : undefined };
  if (unit === undefined)
    return <input className={clsx('input', bad, className)} dir="auto" {...rest} />;
  return (
    <span
      className={clsx(
        'input anchor input-framed',
        bad,
        (rest.readOnly || rest.disabled) && 'is-readonly',
        className,
      )}
    >
      <input className="bare-input" dir="auto" {...rest} />
      <span className="muted nowrap to-end input-unit">{unit}</span>
    </span>
  );
}

/** Several lines of text. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={clsx(
        'textarea',
        rest['aria-invalid'] && 'is-invalid',
        rest.readOnly && 'is-readonly',
        className,
      )}
      data-autofocus={rest.autoFocus === true ? '' : undefined}
      dir="auto"
      {...rest}
    />
  );
}
