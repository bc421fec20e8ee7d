import { marks } from '@countersign/json/exact-json';
import { isDate } from '@countersign/json-schema/formats-time';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { formsText as text } from '../../text/forms.ts';
import { dayText } from '../../text/forms-date.ts';
import { Input, Textarea } from '../input.tsx';
import { wallOf } from '../time-zone.ts';
import { ChoiceInput } from './choice-input.tsx';
import type { ControlProps } from './control-props.ts';
import { textOf } from './field-text.ts';
import { HiddenControl } from './hidden-field.tsx';
import { MomentInput } from './moment-input.tsx';
import { NumberInput } from './number-input.tsx';
import { SecretInput } from './secret-input.tsx';

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
