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
    <span className={`${className} ask-split`} dir="auto" lang="" title={text}>
      <span className="truncate ask-shared">{split.shared}</span>
      <span className="truncate ask-own">{split.own}</span>
    </span>
  );
}
