import { Check } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import './checkbox.css';

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
  id?: string;
}

export function Checkbox({ checked, onChange, label, disabled, id }: CheckProps) {
  const own = useId();
  return (
    <span className="row at-top target-height option-row">
      <RadixCheckbox.Root
        className="centred rigid checkbox"
        id={id ?? own}
        checked={checked}
        {...(disabled ? { disabled } : {})}
        onCheckedChange={(state) => onChange(state === true)}
      >
        <RadixCheckbox.Indicator asChild>
          <span className="row-inline">
            <Icon of={Check} />
          </span>
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id ?? own}>{label}</label>
    </span>
  );
}
