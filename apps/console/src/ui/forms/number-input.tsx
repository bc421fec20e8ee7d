import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { useState } from 'react';
import { Input } from '../input.tsx';
import type { ControlProps } from './control-props.ts';
import { readNumber } from './number-text.ts';

/** A number as it is typed: text that is not a number yet is kept, so that nothing typed is lost and the field can show an error. */
export function NumberInput({
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
