import { jsonEqual } from '@countersign/json/json-equal';
import { tokensOf } from '@countersign/json/json-pointer';
import { hidden, isSecretAt, withoutSecrets } from '@countersign/json-schema/secret';
import { Fragment, useMemo } from 'react';
import { decisionText, decisionEditText as text } from '../../../text/texts.ts';
import type { Change } from '../draft/build-feedback.ts';
import { placeText } from '../draft/change-text.ts';
import { stepValues } from '../draft/step-values.ts';
import { type DiffLine, diffLines, jsonLines, withoutFarLines } from './line-diff.ts';
import { LineDiff } from './line-diff-view.tsx';
import { WordDiff } from './word-diff.tsx';

const LONG_TEXT = 60;
const MAX_LINES = 2_000;
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
  const parts = useMemo(() => {
    const lines = publicLines(base ?? {}, value, schema);
    return withoutFarLines(lines).slice(0, MAX_LINES);
  }, [base, value, schema]);
  if (changes.length === 0) return <p className="muted">{decisionText.noChanges}</p>;
  return (
    <section aria-label={text.differenceOf}>
      <LineDiff parts={parts} heads={[text.proposed, text.yours]} />
      <Prose base={base} changes={changes} schema={schema} />
    </section>
  );
}
