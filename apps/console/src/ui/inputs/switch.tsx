import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import './switch.css';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  /** Under the label: what it does. */
  help?: ReactNode;
  disabled?: boolean;
}

/** Something that is on or off at once, without a button to save it. */
export function Switch({ checked, onChange, label, help, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <span className="row at-top target-height option-row">
      <Radix.Root
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        checked={checked}
        className="anchor rigid switch"
        disabled={disabled}
        id={id}
        onCheckedChange={onChange}
      />
      <span>
        <label htmlFor={id}>{label}</label>
        {help === undefined ? null : (
          <span className="small muted help-text block" id={`${id}-help`}>
            {help}
          </span>
        )}
      </span>
    </span>
  );
}
