import { diffWords } from '@countersign/json/diff/diff-words';
import { decisionEditText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';

/** Removed and added words in one text; marked by more than colour. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  let at = 0;
  return diffWords(before, after).map(({ kind, text: words }) => {
    at += 1;
    const shown = visibleText(words);
    if (kind === 'same') return <span key={at}>{shown}</span>;
    if (kind === 'added')
      return (
        <ins key={at}>
          <span className="visually-hidden">{text.added} </span>
          {shown}
        </ins>
      );
    return (
      <del key={at}>
        <span className="visually-hidden">{text.removed} </span>
        {shown}
      </del>
    );
  });
}
