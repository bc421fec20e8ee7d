import { useState } from 'react';
import { decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { usePhone } from '../../../ui/hooks/use-phone.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import type { DiffLine, DiffPart } from './line-diff.ts';
import { WordDiff } from './word-diff.tsx';
import './difference.css';

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

function Gap({ count, isCut = false }: { count: number; isCut?: boolean | undefined }) {
  const words = isCut ? text.linesNotShown(count) : text.linesAlike(count);
  return <div className="difference-gap on-panel muted">{words}</div>;
}

function Inline({ parts }: { parts: readonly DiffPart[] }) {
  return (
    <div className="scrolls space-above verbatim difference framed">
      {parts.map((part) =>
        part.kind === 'gap' ? (
          <Gap key={`gap${String(part.at)}`} count={part.count} isCut={part.isCut} />
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

interface LineDiffProps {
  parts: readonly DiffPart[];
  /** Of the two sides. */
  heads: readonly [string, string];
}

function SideBySide({ parts, heads }: LineDiffProps) {
  return (
    <div className="scrolls space-above verbatim difference framed difference-two">
      <div className="difference-head">
        <span className="on-panel soft-line-below muted">{heads[0]}</span>
        <span className="on-panel soft-line-below muted">{heads[1]}</span>
      </div>
      {pairsOf(parts).map((row, index) =>
        Array.isArray(row) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
          <div key={index}>
            <Side line={row[0]} side="left" />
            <Side line={row[1]} side="right" />
          </div>
        ) : (
          row.kind === 'gap' && (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Gap key={index} count={row.count} isCut={row.isCut} />
          )
        ),
      )}
    </div>
  );
}

/** Compared lines, in one column or side by side. */
export function LineDiff({ parts, heads }: LineDiffProps) {
  const isPhone = usePhone();
  const [view, setView] = useState<'inline' | 'two'>('inline');
  const isTwo = view === 'two' && !isPhone;
  return (
    <>
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
      {isTwo ? <SideBySide parts={parts} heads={heads} /> : <Inline parts={parts} />}
    </>
  );
}
