import type { TitleParts } from './split-titles.ts';
import './split-title.css';

/** A title in one line. If it starts like another one, the common part is shortened first. */
export function SplitTitle({
  text,
  split,
  className = '',
  isOwn = false,
}: {
  text: string;
  split: TitleParts | undefined;
  className?: string;
  /** It is the server's sentence, in the language of the page; that of agents is not known. */
  isOwn?: boolean;
}) {
  if (split === undefined) {
    return (
      <span
        className={`${className} truncate`}
        dir="auto"
        lang={isOwn ? undefined : ''}
        title={text}
      >
        {text}
      </span>
    );
  }
  return (
    <span
      className={`${className} side-by-side ask-split`}
      dir="auto"
      lang={isOwn ? undefined : ''}
      title={text}
    >
      <span className="truncate">{split.shared}</span>
      <span className="truncate rigid ask-own">{split.own}</span>
    </span>
  );
}
