import { marks } from '@countersign/json/exact-json';
import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { jsonEqual } from '@countersign/json/json-equal';
import { isDate } from '@countersign/json-schema/check/formats-time';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { dayText } from '../../../text/forms-date.ts';
import { formsText as text } from '../../../text/texts.ts';
import { IconButton } from '../../button.tsx';
import { Input, Textarea } from '../../input.tsx';
import { Select } from '../../select.tsx';
import { wallOf } from '../../time-zone.ts';
import type { ControlProps } from '../control-props.ts';
import { textOf } from '../field-text.ts';
import { HiddenControl } from '../hidden-field.tsx';
import { type Choice, choiceIndex, valueLabel } from '../schema/choices.ts';
import { readNumber } from '../schema/number-text.ts';
import { ChoiceSearch } from './choice-search.tsx';
import { MomentInput } from './moment-input.tsx';

/** A number as it is typed: text that is not a number yet is kept, so that nothing typed is lost and the field can show an error. */
function NumberInput({
  field,
  onChange,
  unit,
  ...rest
}: ControlProps & { unit: string | undefined }) {
  const { value, emptied } = field;
  const [typed, setTyped] = useState<string | null>(null);
  const meaning = (words: string): unknown => {
    const read = readNumber(words);
    if ('empty' in read) return emptied;
    return 'value' in read ? read.value : read.text;
  };
  const formatted = value === undefined || value === null ? '' : textFor(value);
  // "8." is eight on its way to 8.5: the typed text is kept as long as it means the value.
  const shown = typed !== null && meaning(typed) === value ? typed : formatted;
  return (
    <Input
      {...rest}
      className="tabular"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(meaning(event.target.value));
      }}
      {...(unit ? { unit } : {})}
    />
  );
}

const textFor = (value: unknown): string =>
  isExactNumber(value)
    ? writtenNumber(value)
    : typeof value === 'string'
      ? value
      : (JSON.stringify(value) ?? '');

/** A text that is hidden until requested. */
function SecretInput({ field, onChange, ...rest }: ControlProps) {
  const { value, title, emptied } = field;
  const [shown, setShown] = useState(false);
  return (
    <Input
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete="off"
      spellCheck={false}
      value={
        typeof value === 'string'
          ? value
          : value === undefined || value === null
            ? ''
            : (JSON.stringify(value) ?? '')
      }
      onChange={(event) => onChange(event.target.value === '' ? emptied : event.target.value)}
      unit={
        <IconButton
          label={shown ? text.conceal(title) : text.reveal(title)}
          icon={shown ? EyeOff : Eye}
          data-tool
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

const MAX_LISTED = 60;
/** Represents a value that is none of the choices: it is shown, and cannot be chosen again. */
const OTHER = 'other';

/** One of a set: a plain list, or one to search in when it is long. */
function ChoiceInput(props: ControlProps & { choices: readonly Choice[] }) {
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

/** Units shown inside the box: `unit` is ours, `x-unit` is used by others. */
const unitOf = (node: SchemaNode) => textOf(node['unit'], 40) ?? textOf(node['x-unit'], 40);

const booleans = [
  { value: true, label: text.yes },
  { value: false, label: text.no },
];
const nothing = [{ value: null, label: text.none }];

/** The text in a text box for a value; a value that is not a string is shown as JSON, so that nothing is hidden. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '');

const rowsOf = (words: string) =>
  Math.min(12, Math.max(3, words.split('\n', 13).length + Math.floor(words.length / 90)));

function TextInput({ field, onChange, ...rest }: ControlProps) {
  const { kind, node, value, emptied } = field;
  const words = value === null ? '' : wordsOf(value);
  const shared = {
    ...rest,
    value: words,
    autoComplete: 'off',
    spellCheck: kind.kind === 'long-text',
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' ? emptied : event.target.value.replace(marks, '\ufffd')),
  };
  if (kind.kind === 'long-text') return <Textarea {...shared} rows={rowsOf(words)} />;
  const isDay = kind.kind === 'date' && (words === '' || isDate(words));
  const unit = isDay ? dayText(words, wallOf(Date.now())) : unitOf(node);
  return (
    <Input
      {...shared}
      type={isDay ? 'date' : kind.kind === 'text' ? kind.input : 'text'}
      {...(kind.kind === 'text' && kind.mono ? { className: 'mono' } : {})}
      {...(unit ? { unit } : {})}
    />
  );
}

/** The control of one single value; clearing it removes the value. */
export function ScalarInput(given: ControlProps) {
  const { field } = given;
  const props: ControlProps = field.quiet ? { ...given, 'aria-label': field.title } : given;
  if (!field.secret || field.kind.kind === 'secret') return <OpenInput {...props} />;
  return (
    <HiddenControl control={props}>
      <OpenInput {...props} />
    </HiddenControl>
  );
}

function OpenInput(props: ControlProps) {
  const { field } = props;
  const { kind } = field;
  switch (kind.kind) {
    case 'choice':
      return <ChoiceInput {...props} choices={kind.choices} />;
    case 'boolean':
      return <ChoiceInput {...props} choices={booleans} />;
    case 'null':
      return <ChoiceInput {...props} choices={nothing} />;
    case 'number':
      return <NumberInput {...props} unit={unitOf(field.node)} />;
    case 'moment':
      return <MomentInput {...props} dated={kind.dated} />;
    case 'secret':
      return <SecretInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}
