import type { PartText } from './message-parameters.ts';
import { damagedParts, damageText } from './texts.ts';

/** The texts for a part by its name; parts of a later server may be unknown. */
export function damagedPartText(part: string): PartText {
  const known: Partial<Record<string, PartText>> = damagedParts;
  return (
    (Object.hasOwn(known, part) ? known[part] : undefined) ?? {
      name: part,
      meaning: damageText.unknownPart,
    }
  );
}
