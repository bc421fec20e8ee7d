import { jsonEqual } from '@countersign/json/json-equal';
import { tokensOf } from '@countersign/json/json-pointer';
import { hidden, isSecretAt, withoutSecrets } from '@countersign/json-schema/secret';
import { Fragment, useMemo, useState } from 'react';
import { decisionText, decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { usePhone } from '../../../ui/hooks/use-phone.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Change } from '../draft/build-feedback.ts';
import { placeText } from '../draft/change-text.ts';
import { stepValues } from '../draft/step-values.ts';
import {
  type DiffLine,
  type DiffPart,
  diffLines,
  jsonLines,
  withoutFarLines,
} from './line-diff.ts';
import { WordDiff } from './word-diff.tsx';
import './difference.css';

const LONG_TEXT = 60;
const MAX_LINES = 2_000;
const signs = { same: '', removed: '−', added: '+' };
const tones = { same: undefined, removed: 'diff-removed', added: 'diff-added' };

/** The words of a line, those that its counterpart has not marked. */
function Marked({ line }: { line: DiffLine }) {
  if (line.other === null) return <>{visibleText(line.text)}</>;
  const isOld = line.kind === 'removed';
  return (
    <span className={isOld ? 'difference-old' : 'difference-new'}>
      <WordDiff before={isOld ? line.text : line.other} after={isOld ? line.other : line.text} />
    </span>
  );
}

function Gap({ count }: { count: number }) {
  return <div className="difference-gap on-panel muted">{text.linesAlike(count)}</div>;
}

function Inline({ parts }: { parts: readonly DiffPart[] }) {
  return (
    <div className="scrolls space-above verbatim difference framed">
      {parts.map((part) =>
        part.kind === 'gap' ? (
          <Gap key={`gap${String(part.at)}`} count={part.count} />
        ) : (
          <div key={`${String(part.left)}:${String(part.right)}`} className={tones[part.kind]}>
            <span className="muted number">{part.left}</span>
            <span className="muted number">{part.right}</span>
            <span>{signs[part.kind]}</span>
            <span>
              <Marked line={part} />
            </span>
          </div>
        ),
      )}
    </div>
  );
}

/** Rows with two sides: a changed line has its replacement next to it. */
function pairsOf(parts: readonly DiffPart[]): (DiffPart | [DiffLine | null, DiffLine | null])[] {
  const rows: (DiffPart | [DiffLine | null, DiffLine | null])[] = [];
  let waiting: DiffLine[] = [];
  const flush = () => {
    for (const line of waiting) rows.push([line, null]);
    waiting = [];
  };
  for (const part of parts) {
    if (part.kind === 'removed') waiting.push(part);
    else if (part.kind === 'added') rows.push([waiting.shift() ?? null, part]);
    else {
      flush();
      rows.push(part.kind === 'gap' ? part : [part, part]);
    }
  }
  flush();
  return rows;
}

function Side({ line, side }: { line: DiffLine | null; side: 'left' | 'right' }) {
  return (
    <span className={line === null ? 'on-panel' : tones[line.kind]}>
      <span className="muted number">{line?.[side]}</span>
      <span>{line && signs[line.kind]}</span>
      <span>{line && <Marked line={line} />}</span>
    </span>
  );
}

function SideBySide({ parts }: { parts: readonly DiffPart[] }) {
  return (
    <div className="scrolls space-above verbatim difference framed difference-two">
      <div className="difference-head">
        <span className="on-panel soft-line-below muted">{text.proposed}</span>
        <span className="on-panel soft-line-below muted">{text.yours}</span>
      </div>
      {pairsOf(parts).map((row, index) =>
        Array.isArray(row) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
          <div key={index}>
            <Side line={row[0]} side="left" />
            <Side line={row[1]} side="right" />
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Gap key={index} count={row.kind === 'gap' ? row.count : 0} />
        ),
      )}
    </div>
  );
}

/** Long texts that changed, word by word. */
function Prose({ base, changes, schema }: Omit<DifferenceProps, 'value'>) {
  const texts = stepValues(base, changes).flatMap(({ change, was: before }) => {
    const after = change['value'];
    const isProse =
      change.op === 'replace' &&
      !isSecretAt(schema, tokensOf(change.path)) &&
      typeof before === 'string' &&
      typeof after === 'string' &&
      Math.max(before.length, after.length) > LONG_TEXT;
    const { path } = change;
    return isProse ? [{ path, place: placeText(schema, base, path), before, after }] : [];
  });
  if (texts.length === 0) return null;
  return (
    <section className="wide-above stack-tight" aria-label={text.inProse}>
      <h3>{text.inProse}</h3>
      {texts.map(({ path, place, before, after }) => (
        <Fragment key={path}>
          <span className="muted" dir="auto" title={path}>
            {[place.entry, place.field].filter(Boolean).join(' › ')}
          </span>
          <p className="verbatim">
            <WordDiff before={before} after={after} />
          </p>
        </Fragment>
      ))}
    </section>
  );
}

/** Follows `hidden` while lines are compared: equal secrets have equal numbers, in whichever row they are. */
const numbered = /\uE000\d+/g;
const withoutNumber = (line: string, instead = '') => line.replace(numbered, instead);
const withoutComma = (line: string) => line.replace(/,$/, '');

/** The lines of both sides without their secrets: of one that differs, only that it does. */
function publicLines(base: unknown, value: unknown, schema: unknown): DiffLine[] {
  const known: unknown[] = [];
  const mask = (_path: readonly string[], secret: unknown) => {
    const found = known.findIndex((each) => jsonEqual(each, secret));
    return `${hidden}\uE000${found < 0 ? known.push(secret) - 1 : found}`;
  };
  const [theirs, mine] = [base, value].map((side) =>
    jsonLines(withoutSecrets(schema, side, { mask })),
  );
  const lines = diffLines(theirs ?? [], mine ?? []);
  if (known.length === 0) return lines;
  return lines.map((line) => {
    const own = withoutNumber(line.text);
    if (line.other === null) return { ...line, text: own };
    const other = withoutNumber(line.other);
    const isOtherSecret = withoutComma(own) === withoutComma(other);
    const reported = isOtherSecret ? ` ${text.otherSecret}` : '';
    return line.kind === 'added'
      ? { ...line, text: withoutNumber(line.text, reported), other }
      : { ...line, text: own, other: withoutNumber(line.other, reported) };
  });
}

interface DifferenceProps {
  base: unknown;
  value: unknown;
  changes: readonly Change[];
  /** Names the fields. */
  schema: unknown;
}

/** Mine against the proposal, line by line: what will be sent, visible before it is sent. */
export function Difference({ base, value, changes, schema }: DifferenceProps) {
  const isPhone = usePhone();
  const [view, setView] = useState<'inline' | 'two'>('inline');
  const parts = useMemo(() => {
    const lines = publicLines(base ?? {}, value, schema);
    return withoutFarLines(lines).slice(0, MAX_LINES);
  }, [base, value, schema]);
  if (changes.length === 0) return <p className="muted">{decisionText.noChanges}</p>;
  return (
    <section aria-label={text.differenceOf}>
      {!isPhone && (
        <Segmented
          label={text.arrangement}
          value={view}
          onChange={setView}
          options={[
            { value: 'inline', label: text.inline },
            { value: 'two', label: text.sideBySide },
          ]}
        />
      )}
      {view === 'two' && !isPhone ? <SideBySide parts={parts} /> : <Inline parts={parts} />}
      <Prose base={base} changes={changes} schema={schema} />
    </section>
  );
}
