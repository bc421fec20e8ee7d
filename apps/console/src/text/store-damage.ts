import { messages } from './messages.ts';

/** Texts about a damaged part of the store. */
export interface PartText {
  name: string;
  /** The effect on operators. */
  meaning: string;
}

const { damagedParts } = messages().storeDamage;
export const { damageText } = messages().storeDamage;

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
