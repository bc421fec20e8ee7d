import { visibleText } from '../../text/visible-text.ts';

const SHOWN = 300;

/** A value in one line: its text, or how many members it has. Nothing for what is not there. */
export function PlaceValue({ value }: { value: unknown }) {
  if (value === undefined) return null;
  if (Array.isArray(value)) return <span className="j-p">[{value.length}]</span>;
  if (typeof value === 'object' && value !== null) {
    return <span className="j-p">{`{${Object.keys(value).length}}`}</span>;
  }
  const text = visibleText(JSON.stringify(value) ?? 'null');
  const tone = typeof value === 'string' ? 'j-s' : 'j-n';
  return (
    <span className={`cut ${tone}`} title={text.length > 40 ? text.slice(0, 2_000) : undefined}>
      {text.slice(0, SHOWN)}
    </span>
  );
}
