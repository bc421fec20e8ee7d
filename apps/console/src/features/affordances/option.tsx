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
    <label className="affordance-option">
      <input
        checked={checked}
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
