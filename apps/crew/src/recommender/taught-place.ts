import type { RecalledMemory } from '@countersign/hai/recalled';
import { findCity } from '../freelancers/cities.ts';
import type { CrewText } from '../words/crew-text.ts';
import type { Brief } from './brief.ts';

/** A place of work that a person has stated before, and that was approved to be used again. */
export interface TaughtPlace {
  location: NonNullable<Brief['location']>;
  /** Whether that was an answer to this very question: then it need not be asked again. */
  isSameQuestion: boolean;
  approvedBy: string | null;
  /** Where people see the memory. */
  path: string;
}

/** The place in what was recalled, an answer to the same question first; null = none that is known. */
export function taughtPlace(
  recalled: readonly RecalledMemory[],
  brief: Brief,
  words: Pick<CrewText, 'whereToWork'>,
): TaughtPlace | null {
  const question = words.whereToWork(brief.role);
  const places = recalled.flatMap(({ correction, approvedBy, path }): TaughtPlace[] => {
    const stated = (name: string): string => {
      const change = correction?.changes.find((one) => one.path === `/location/${name}`);
      return typeof change?.decided === 'string' ? change.decided : '';
    };
    const city = findCity(stated('city'));
    if (!city) return [];
    const location = { country: city.country, city: city.name, postalCode: stated('postalCode') };
    return [{ location, isSameQuestion: correction?.question === question, approvedBy, path }];
  });
  return places.find(({ isSameQuestion }) => isSameQuestion) ?? places[0] ?? null;
}
