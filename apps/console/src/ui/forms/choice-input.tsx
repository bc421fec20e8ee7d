import { jsonEqual } from '@countersign/json/json-equal';
import { formsText as text } from '../../text/forms.ts';
import { Select } from '../select.tsx';
import { ChoiceSearch } from './choice-search.tsx';
import { type Choice, choiceIndex, valueLabel } from './choices.ts';
import type { ControlProps } from './control-props.ts';

const MAX_LISTED = 60;
/** Represents a value that is none of the choices: it is shown, and cannot be chosen again. */
const OTHER = 'other';

/** One of a set: a plain list, or one to search in when it is long. */
export function ChoiceInput(props: ControlProps & { choices: readonly Choice[] }) {
  const { choices: given, field, onChange, ...rest } = props;
  const { value, required, nullable, emptied } = field;
  const offersNull = nullable && !given.some((choice) => choice.value === null);
  const choices = offersNull ? [...given, { value: null, label: text.none }] : given;
  if (choices.length > MAX_LISTED) return <ChoiceSearch {...props} choices={choices} />;
  const at = choiceIndex(choices, value);
  const isOther = at < 0 && value !== undefined && !(value === null && jsonEqual(emptied, null));
  const options = choices.map((choice, index) => ({ value: String(index), label: choice.label }));
  const other = { value: OTHER, label: text.notAnOption(valueLabel(value)), disabled: true };
  const isSet = required && (at >= 0 || isOther);
  const help = choices[at]?.description;
  return (
    <>
      <Select
        {...rest}
        bad={rest['aria-invalid'] === true}
        value={isOther ? OTHER : at < 0 ? '' : String(at)}
        {...(isSet ? {} : { placeholder: required ? text.choose : text.notSet })}
        options={isOther ? [other, ...options] : options}
        onChange={(next) => onChange(next === '' ? emptied : choices[Number(next)]?.value)}
      />
      {help && <span className="small muted help-text">{help}</span>}
    </>
  );
}
