import { markText } from './marks.ts';

/** Labels of what is of one person. A mail address may be that of an office; the others are of machines, records and orders. */
const ofPeople = new Set(
  'NAME PERSON PERSONAL UNKNOWN PHONE HANDLE ADDRESS BIRTH_DATE AGE ID PERSONAL_ID PLATE CARD IBAN SECRET'.split(
    ' ',
  ),
);
const markLabel = /^[[{]+(.*?)(?:_\d+)?[\]}]+$/u;
const isOfPerson = (mark: string): boolean =>
  // A slot called `id` is that of an order or a case.
  !/^\{\{id(?:_\d+)?\}\}$/.test(mark) && ofPeople.has(mark.replace(markLabel, '$1').toUpperCase());

/**
 * The paragraphs that say something of a person, by what was found or masked there: all that is left in them may describe that person
 * without a name ("her ex-husband who runs the tyre shop"), in ways that no list of words has.
 */
export function paragraphsAboutPeople(
  text: string,
  found: readonly { start: number; end: number; label: string }[],
): { start: number; end: number }[] {
  const places = [
    ...found.filter(({ label }) => ofPeople.has(label)),
    ...[...text.matchAll(markText)]
      .filter(({ 0: mark }) => isOfPerson(mark))
      .map(({ 0: mark, index }) => ({ start: index, end: index + mark.length })),
  ].map(({ start }) => start);
  return paragraphsOf(text).filter(({ start, end }) =>
    places.some((at) => at >= start && at < end),
  );
}

/** What empty lines divide. */
export const paragraphsOf = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)].map(({ 0: own, index }) => ({
    start: index,
    end: index + own.length,
  }));

/** What is left of ranges outside others, without what has no letter or digit. */
export function outsideOf<Range extends { start: number; end: number }>(
  text: string,
  ranges: readonly Range[],
  others: readonly { start: number; end: number }[],
): Range[] {
  const sorted = others.toSorted((a, b) => a.start - b.start);
  return ranges.flatMap((range) => {
    const rest: Range[] = [];
    let at = range.start;
    for (const { start, end } of sorted) {
      if (start >= range.end) break;
      if (start > at) rest.push({ ...range, start: at, end: start });
      at = Math.max(at, end);
    }
    if (at < range.end) rest.push({ ...range, start: at });
    return rest.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
  });
}
