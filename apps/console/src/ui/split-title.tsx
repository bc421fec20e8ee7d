import type { TitleParts } from './split-titles.ts';
import './split-title.css';

/** A title in one line. If it starts like another one, the common part is shortened first. */
export function SplitTitle({
  text,
  split,
  className = '',
}: {
  text: string;
  split: TitleParts | undefined;
  className?: string;
}) {
  if (split === undefined) {
    return (
      <span className={`${className} truncate`} dir="auto" lang="" title={text}>
        {text}
      </span>
    );
  }
  return (
    <span className={`${className} side-by-side ask-split`} dir="auto" lang="" title={text}>
      <span className="truncate">{split.shared}</span>
      <span className="truncate rigid ask-own">{split.own}</span>
    </span>
  );
}
