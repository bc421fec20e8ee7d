import { useState } from 'react';
import { durationText as text } from '../../text/texts.ts';
import type { FieldIds } from '../field.tsx';
import { Input } from '../input.tsx';
import { Select } from '../select.tsx';

const units = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
export type DurationUnit = keyof typeof units;
const isUnit = (value: string): value is DurationUnit => Object.hasOwn(units, value);

/** The largest of the units in which a length is a whole number. */
export function unitOf(ms: number, offered: readonly DurationUnit[]): DurationUnit {
  const whole = offered.filter((unit) => ms > 0 && ms % units[unit] === 0);
  return whole.at(-1) ?? offered[0] ?? 's';
}

interface DurationInputProps {
  ids: FieldIds;
  /** Milliseconds; null = what is typed is no length. */
  value: number | null;
  onChange: (ms: number | null) => void;
  /** Smallest first. */
  offered: readonly DurationUnit[];
  /** Names the unit for a screen reader. */
  label: string;
}

/** A length of time: a figure and its unit. */
export function DurationInput({ ids, value, onChange, offered, label }: DurationInputProps) {
  const [unit, setUnit] = useState<DurationUnit>(() => unitOf(value ?? 0, offered));
  const [typed, setTyped] = useState(() => (value === null ? '' : String(value / units[unit])));
  const notify = (figure: string, of: DurationUnit) => {
    const count = Number(figure);
    const good = figure.trim() !== '' && Number.isFinite(count) && count >= 0;
    onChange(good ? Math.round(count * units[of]) : null);
  };
  return (
    <span className="duration stack-tight">
      <Input
        {...ids}
        inputMode="decimal"
        onChange={(event) => {
          setTyped(event.target.value);
          notify(event.target.value, unit);
        }}
        value={typed}
      />
      <Select
        aria-label={text.unitOf(label)}
        onChange={(next) => {
          if (!isUnit(next)) return;
          setUnit(next);
          notify(typed, next);
        }}
        options={offered.map((one) => ({ value: one, label: text.units[one] }))}
        value={unit}
      />
    </span>
  );
}
