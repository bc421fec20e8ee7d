import { useMemo, useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { type DiffLine, diffLines, withoutFarLines } from '../../decision/compare/line-diff.ts';
import { LineDiff } from '../../decision/compare/line-diff-view.tsx';

const words = streamText.output;

/** More lines are shown on request; the last ones always, as a long change may hide something at its end. */
const maxLines = 400;
const lastLines = 100;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In code every character counts. */
const exactly = (line: string) => line;

/** The lines of both texts, numbered from the first line that they have in their file. */
function comparedLines(before: string | null, after: string, first: number): DiffLine[] {
  const old = before === null ? [] : before.split('\n');
  const lines = diffLines(old, after.split('\n'), exactly);
  if (first === 1) return lines;
  const moved = (line: number | null) => (line === null ? null : line + first - 1);
  return lines.map((line) => ({ ...line, left: moved(line.left), right: moved(line.right) }));
}

/** What an edit changes in a file, line by line. */
export function DiffOutput({ data }: { data: Readonly<Record<string, unknown>> }) {
  const [isWhole, setWhole] = useState(false);
  const before = textOf(data['before']);
  const after = textOf(data['after']) ?? '';
  const first = typeof data['line'] === 'number' && data['line'] > 0 ? data['line'] : 1;
  const lines = useMemo(() => comparedLines(before, after, first), [before, after, first]);
  const parts = useMemo(() => withoutFarLines(lines), [lines]);
  const path = visibleText(textOf(data['path']) ?? '');
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const isCut = !isWhole && parts.length > maxLines;
  const shown = isCut
    ? [
        ...parts.slice(0, maxLines - lastLines),
        {
          kind: 'gap' as const,
          count: parts.length - maxLines,
          at: maxLines - lastLines,
          isCut: true,
        },
        ...parts.slice(-lastLines),
      ]
    : parts;
  return (
    <section className="space-above" aria-label={words.diffOf(path)}>
      <div className="row wrapping">
        <span className="verbatim strong breakable" dir="ltr">
          {path}
        </span>
        <span className="muted small">
          {before === null ? words.newFile : words.linesChanged(count('added'), count('removed'))}
        </span>
      </div>
      <LineDiff parts={shown} heads={[words.before, words.after]} />
      {isCut && (
        <Button variant="ghost" onClick={() => setWhole(true)}>
          {words.linesCut(maxLines, parts.length)}
        </Button>
      )}
    </section>
  );
}
