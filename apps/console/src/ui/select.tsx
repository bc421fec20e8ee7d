import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import './input.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}
interface SelectProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children'> {
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  /** Shown when nothing is chosen (value ""). */
  placeholder?: string;
  bad?: boolean;
}

/** A choice of one. The platform's own select: right on a phone, by keyboard and under any CSP. */
export function Select({
  value,
  options,
  onChange,
  placeholder,
  bad,
  className,
  ...rest
}: SelectProps) {
  return (
    <span
      className={clsx(
        'select anchor input-framed',
        bad && 'is-invalid',
        rest.disabled && 'is-readonly',
        className,
      )}
    >
      <select
        className="bare-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="muted" />
    </span>
  );
}

/** A small select with its name inside: `Severity major`. */
export function MiniSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}) {
  return (
    <label className="row-inline-tight fine-print anchor rounded ink mini-select">
      <span className="muted rigid">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="muted" />
    </label>
  );
}
