import { isBox } from '@countersign/json/box';
import { withExactNumbers } from '@countersign/json/exact-number';
import { visibleText } from '../../text/visible-text.ts';
import { memberCount } from './member-count.ts';
import './json-colors.css';

const SHOWN = 400;
const IN_TITLE = 2_000;

/** A plain value as JSON. Of a long text only its beginning is written. */
function written(value: unknown): string {
  const cut = typeof value === 'string' ? value.slice(0, IN_TITLE) : value;
  return visibleText(withExactNumbers(JSON.stringify(cut) ?? 'null'));
}

/** A value in one line: its text, or how many members it has. Nothing for what is not there. */
export function PlaceValue({ value }: { value: unknown }) {
  if (value === undefined) return null;
  if (isBox(value)) {
    const count = memberCount(value);
    return <span className="muted">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>;
  }
  const text = written(value);
  const tone = typeof value === 'string' && text.startsWith('"') ? 'json-string' : 'json-number';
  return (
    <span
      className={`truncate ${tone}`}
      title={text.length > 40 ? text.slice(0, IN_TITLE) : undefined}
    >
      {text.slice(0, SHOWN)}
    </span>
  );
}
