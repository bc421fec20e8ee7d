import type { ReactNode } from 'react';
import { damagedPartText } from '../../text/store-damage.ts';
import { damageText as text } from '../../text/texts.ts';

interface DamagedPartsProps {
  parts: readonly string[];
  guideLink: (words: ReactNode) => ReactNode;
}

/** Which parts of the store cannot be read, what each means for operators, and what to do. */
export function DamagedParts({ parts, guideLink }: DamagedPartsProps) {
  return (
    <div className="stack">
      <p className="strong">{text.title}</p>
      <p>{text.intro}</p>
      <dl className="stack">
        {parts.map((part) => {
          const { name, meaning } = damagedPartText(part);
          return (
            <div key={part}>
              <dt className="strong">{name}</dt>
              <dd>{meaning}</dd>
            </div>
          );
        })}
      </dl>
      <p>{text.whatToDo}</p>
      <p>{guideLink(text.more)}</p>
    </div>
  );
}
