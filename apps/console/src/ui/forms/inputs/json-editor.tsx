import { withExactNumbers } from '@countersign/json/exact-number';
import { jsonEqual } from '@countersign/json/json-equal';
import { useEffect, useRef, useState } from 'react';
import { jsonText } from '../../../text/texts.ts';
import { shownPieces } from '../../../text/visible-text.ts';
import { Field } from '../../field.tsx';
import { Textarea } from '../../input.tsx';
import { useWishes } from '../reveal.ts';
import { rangeInJson, readJson } from '../schema/read-json.ts';

interface JsonEditorProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  id: string;
  className?: string;
  help?: string | undefined;
  error?: string | null;
  readOnly?: boolean;
  /** The text is not valid JSON (yet): the value is the previous one. */
  onBroken?: (broken: boolean) => void;
  /** The form whose value this is: a summary of its faults leads to their places in the text. */
  idPrefix?: string;
}

/** Hidden characters are written as JSON escapes, which can be seen and edited; spaces that are only marked stay. */
const print = (value: unknown) =>
  value === undefined
    ? ''
    : [...shownPieces(withExactNumbers(JSON.stringify(value, null, 2)))]
        .map(({ raw, shown }) => (shown.startsWith('⟨U+') && raw !== '⟨' ? escaped(raw) : raw))
        .join('');
const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Texts that were left before they were valid JSON: they are restored when the same value is edited again. */
const left = new Map<string, { typed: string; value: unknown }>();

/** Selects a part of a text and scrolls to it. */
function select(area: HTMLTextAreaElement, [from, to]: readonly [number, number]): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, to);
  const line = area.value.slice(0, from).split('\n').length - 1;
  area.scrollTop = Math.max(0, (line - 3) * 18);
  area.scrollIntoView?.({ block: 'center' });
}

/** The value as JSON text. Text that does not parse stays in the box with an error, and changes nothing. */
export function JsonEditor(props: JsonEditorProps) {
  const { label, value, onChange, id, className, help, error, readOnly, onBroken, idPrefix } =
    props;
  const [typed, setTyped] = useState(() => {
    const before = left.get(id);
    return before !== undefined && jsonEqual(before.value, value) ? before.typed : print(value);
  });
  const read = readJson(typed);
  const isBroken = 'fault' in read;
  const shown = !isBroken && !jsonEqual(read.value, value) ? print(value) : typed;
  const now = useRef({ typed, value, isBroken, onBroken });
  useEffect(() => {
    now.current = { typed, value, isBroken, onBroken };
  });
  useEffect(() => {
    left.delete(id);
    if (now.current.isBroken) now.current.onBroken?.(true);
    return () => {
      const last = now.current;
      if (!last.isBroken) return;
      left.set(id, { typed: last.typed, value: last.value });
      last.onBroken?.(false);
    };
  }, [id]);
  useWishes(idPrefix ?? id, (pointer) => {
    const area = document.getElementById(id);
    if (idPrefix === undefined || !(area instanceof HTMLTextAreaElement)) return false;
    select(area, rangeInJson(area.value, pointer) ?? [0, 0]);
    return true;
  });
  const change = (source: string) => {
    setTyped(source);
    const next = readJson(source);
    onBroken?.('fault' in next);
    if ('value' in next) onChange(next.value);
  };
  return (
    <Field
      label={label}
      id={id}
      className={className}
      help={help}
      error={isBroken ? jsonText.at(read.fault.line, read.fault.column, read.fault.words) : error}
    >
      {(ids) => (
        <Textarea
          {...ids}
          className="mono json-edit"
          spellCheck={false}
          readOnly={readOnly}
          rows={Math.min(24, Math.max(3, shown.split('\n').length))}
          value={shown}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
