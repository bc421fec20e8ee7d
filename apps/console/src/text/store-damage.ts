import { messages } from './messages.ts';

/** What is said of a damaged part of the store. */
export interface PartWords {
  name: string;
  /** What it means for those who answer. */
  meaning: string;
}

const { damagedParts } = messages().storeDamage;
export const { damageText } = messages().storeDamage;

/** Words for a part as the server names it; of a later server that may be one that has none here. */
export function damagedPartWords(part: string): PartWords {
  const known: Partial<Record<string, PartWords>> = damagedParts;
  return (
    (Object.hasOwn(known, part) ? known[part] : undefined) ?? {
      name: part,
      meaning: damageText.unknownPart,
    }
  );
}
