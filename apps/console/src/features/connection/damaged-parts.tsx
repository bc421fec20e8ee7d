import type { ReactNode } from 'react';
import type { PartText } from '../../text/message-parameters.ts';
import { damagedParts, damageText, damageText as text } from '../../text/texts.ts';

/** The texts for a part by its name; parts of a later server may be unknown. */
function damagedPartText(part: string): PartText {
  const known: Partial<Record<string, PartText>> = damagedParts;
  return (
    (Object.hasOwn(known, part) ? known[part] : undefined) ?? {
      name: part,
      meaning: damageText.unknownPart,
    }
  );
}

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
