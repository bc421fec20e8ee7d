import { type ComponentProps, useState } from 'react';
import { formsText as text } from '../../text/forms.ts';
import { weekdayIn } from '../../text/forms-date.ts';
import { Input, Textarea } from '../input.tsx';
import { Select } from '../select.tsx';
import { choiceIndex, type FieldKind } from './field-kind.ts';
import { numberOf, type SchemaNode, textOf } from './schema-node.ts';

type Aria = Pick<
  ComponentProps<'input'>,
  'id' | 'aria-describedby' | 'aria-invalid' | 'aria-required' | 'aria-label' | 'onBlur'
>;
interface ScalarInputProps extends Omit<Aria, 'onBlur'> {
  kind: FieldKind;
  node: SchemaNode;
  value: unknown;
  required: boolean;
  onChange: (next: unknown) => void;
  onBlur: () => void;
}

/** Unit words that stand inside the box: `unit` is ours, `x-unit` is seen in the wild. */
const unitOf = (node: SchemaNode) => textOf(node['unit']) ?? textOf(node['x-unit']);

function NumberInput({
  value,
  node,
  onChange,
  ...aria
}: Omit<ScalarInputProps, 'kind' | 'required'>) {
  const formatted = value === undefined || value === null ? '' : String(value);
  const [typed, setTyped] = useState(formatted);
  // "8." is eight on its way to 8.5: the typed text stands as long as it means the value.
  const parsed = typed.trim() === '' ? undefined : Number(typed.replace(',', '.'));
  const means = parsed === undefined || Number.isNaN(parsed) ? typed.trim() || undefined : parsed;
  const shown = means === value ? typed : formatted;
  const change = (next: string) => {
    setTyped(next);
    const trimmed = next.trim();
    const figure = Number(trimmed.replace(',', '.'));
    // What is no number is kept as text: the validator says so at the field, and nothing typed is lost.
    onChange(trimmed === '' ? undefined : Number.isNaN(figure) ? trimmed : figure);
  };
  const unit = unitOf(node);
  return (
    <Input
      {...aria}
      className="tn"
      inputMode={
        numberOf(node['minimum']) !== undefined && Number(node['minimum']) >= 0 ? 'decimal' : 'text'
      }
      autoComplete="off"
      value={shown}
      onChange={(event) => change(event.target.value)}
      {...(unit ? { unit } : {})}
    />
  );
}

function ChoiceInput(props: ScalarInputProps & { choices: { value: unknown; label: string }[] }) {
  const { choices, value, required, onChange, kind: _kind, node: _node, ...aria } = props;
  const at = choiceIndex(choices, value);
  return (
    <Select
      {...aria}
      bad={aria['aria-invalid'] === true}
      value={at < 0 ? '' : String(at)}
      {...(required && at >= 0 ? {} : { placeholder: required ? text.choose : text.notSet })}
      options={choices.map((choice, index) => ({ value: String(index), label: choice.label }))}
      onChange={(index) => onChange(index === '' ? undefined : choices[Number(index)]?.value)}
    />
  );
}

const booleans = [
  { value: true, label: text.yes },
  { value: false, label: text.no },
];

/** The control of one single value; clearing it removes the value. */
export function ScalarInput(props: ScalarInputProps) {
  const { kind, node, value, required: _required, onChange, ...aria } = props;
  const words =
    typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  const change = (next: string) => onChange(next === '' ? undefined : next);
  switch (kind.kind) {
    case 'choice':
      return <ChoiceInput {...props} choices={kind.choices} />;
    case 'boolean':
      return <ChoiceInput {...props} choices={booleans} />;
    case 'number':
      return <NumberInput {...aria} node={node} value={value} onChange={onChange} />;
    case 'long-text':
      return (
        <Textarea
          {...aria}
          rows={Math.min(12, Math.max(3, words.split('\n').length + Math.floor(words.length / 90)))}
          value={words}
          onChange={(event) => change(event.target.value)}
        />
      );
    case 'text': {
      const unit = kind.input === 'date' ? weekdayIn(words) : unitOf(node);
      return (
        <Input
          {...aria}
          type={kind.input}
          autoComplete="off"
          value={words}
          onChange={(event) => change(event.target.value)}
          {...(unit ? { unit } : {})}
        />
      );
    }
    default:
      return null;
  }
}
