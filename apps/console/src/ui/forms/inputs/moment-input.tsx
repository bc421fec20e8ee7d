import { useState } from 'react';
import { dayText, momentText } from '../../../text/forms-date.ts';
import { formsText as text } from '../../../text/texts.ts';
import { Input } from '../../input.tsx';
import { Select } from '../../select.tsx';
import { wallOf } from '../../time-zone.ts';
import type { ControlProps } from '../control-props.ts';
import { type MomentParts, readMoment, writeMoment, zoneHere } from '../schema/moment.ts';

const nothing: MomentParts = { date: '', time: '', zone: '' };

/** The selectable zones: the current one, the reader's own, and UTC. */
function zonesFor({ zone, date }: MomentParts) {
  const zones = [...new Set([zone, zoneHere(date), 'Z'].filter(Boolean))];
  return zones.map((value) => ({ value, label: value === 'Z' ? text.utc : text.offset(value) }));
}

/** A date with a time of day and its zone, or a time of day with its zone; what is none of these stays a text. */
export function MomentInput({
  field,
  dated,
  onChange,
  id,
  onBlur,
  ...aria
}: ControlProps & { dated: boolean }) {
  const { value, title, emptied } = field;
  const [typed, setTyped] = useState(nothing);
  const words = typeof value === 'string' ? value : '';
  const isMine = writeMoment(typed, dated) === (value ?? undefined);
  const parts = isMine ? typed : words === '' ? nothing : readMoment(words, dated);
  const given = { ...aria, onBlur };
  if (parts === null || (value !== undefined && value !== null && typeof value !== 'string')) {
    return (
      <Input
        {...given}
        id={id}
        autoComplete="off"
        value={typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}
        onChange={(event) => onChange(event.target.value === '' ? emptied : event.target.value)}
      />
    );
  }
  const zone = parts.zone || zoneHere(parts.date);
  const change = (part: Partial<MomentParts>) => {
    const next = { ...parts, zone, ...part };
    setTyped(next);
    onChange(writeMoment(next, dated) ?? emptied);
  };
  const day = dayText(parts.date, wallOf(Date.now()));
  const at = dated ? Date.parse(words) : Number.NaN;
  const isElsewhere = !Number.isNaN(at) && parts.zone !== zoneHere(parts.date);
  return (
    <span className="row-close wrapping at-top moment">
      {dated && (
        <Input
          {...given}
          id={id}
          type="date"
          aria-label={text.partOf(title, text.date)}
          value={parts.date}
          onChange={(event) => change({ date: event.target.value })}
          {...(day ? { unit: day } : {})}
        />
      )}
      <Input
        {...given}
        id={dated ? `${id}-time` : id}
        type="time"
        step={/:(?!00$)[\d.]+$/.test(parts.time.slice(5)) ? 'any' : 60}
        aria-label={text.partOf(title, text.time)}
        value={parts.time}
        onChange={(event) => change({ time: event.target.value })}
      />
      <Select
        {...aria}
        id={`${id}-zone`}
        aria-label={text.partOf(title, text.zone)}
        bad={aria['aria-invalid'] === true}
        value={zone}
        options={zonesFor({ ...parts, zone })}
        onChange={(next) => change({ zone: next })}
      />
      {isElsewhere && (
        <span className="full-width small muted help-text">
          {text.yourTime(momentText(wallOf(at)))}
        </span>
      )}
    </span>
  );
}
