import type { RecalledMemory } from '@countersign/hai/recalled';
import { isObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import { findCity } from '../freelancers/cities.ts';
import type { CrewText } from '../words/crew-text.ts';
import type { Brief } from './brief.ts';

/** A place of work that a person has stated before, and that was approved to be used again. */
export interface TaughtPlace {
  location: NonNullable<Brief['location']>;
  /** All that the person stated with it, by JSON Pointer into the form: it is used whole. */
  changes: readonly { path: string; decided?: unknown }[];
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
    const changes = correction?.changes ?? [];
    const stated = (name: string): string => {
      const change = changes.find((one) => one.path === `/location/${name}`);
      return typeof change?.decided === 'string' ? change.decided : '';
    };
    const city = findCity(stated('city'));
    if (!city) return [];
    const location = { country: city.country, city: city.name, postalCode: stated('postalCode') };
    const isSameQuestion = correction?.question === question;
    return [{ location, changes, isSameQuestion, approvedBy, path }];
  });
  return places.find(({ isSameQuestion }) => isSameQuestion) ?? places[0] ?? null;
}

type Form = Record<string, unknown>;

/**
 * The form with all that the person stated. For another question only what is open in it is filled in: what this request says was not
 * what the person corrected.
 */
export const withTaught = (form: Form, { changes, isSameQuestion }: TaughtPlace): Form =>
  changes.reduce((filled, { path, decided }) => {
    const tokens = tokensOf(path);
    const isOpen = [undefined, null, ''].some((blank) => valueAt(filled, tokens) === blank);
    return isSameQuestion || isOpen ? withMember(filled, tokens, decided) : filled;
  }, form);

/** Undefined = without it. */
function withMember(form: Form, [name, ...rest]: readonly string[], value: unknown): Form {
  if (name === undefined) return isObject(value) ? value : form;
  const { [name]: before, ...others } = form;
  const next = rest.length === 0 ? value : withMember(isObject(before) ? before : {}, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}
