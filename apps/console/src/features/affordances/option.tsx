import './affordances.css';

interface OptionProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** What it does. */
  help: string;
}

/** Something that is on or off. All of it is the target of a finger. */
export function Option({ checked, disabled = false, onChange, label, help }: OptionProps) {
  return (
    <label className="row at-baseline target-height affordance-option">
      <input
        checked={checked}
        className="rigid checkbox"
        data-state={checked ? 'checked' : 'unchecked'}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
        type="checkbox"
      />
      <span>
        {label} <span className="small muted">{help}</span>
      </span>
    </label>
  );
}
