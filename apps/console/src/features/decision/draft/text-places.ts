import { shownPieces } from '../../../text/visible-text.ts';
import type { Note, Range } from './notes-at.ts';

/** A stretch of a text and the numbers of the notes on it. */
export interface Stretch {
  start: number;
  text: string;
  notes: readonly number[];
}

/** A text cut where notes begin and end; `numberOf` is the number a note is shown under. */
export function stretchesOf(
  text: string,
  notes: readonly Note[],
  numberOf: (note: Note) => number,
): Stretch[] {
  const ranges = notes.flatMap((note) =>
    note.range === null ? [] : [{ ...note.range, number: numberOf(note) }],
  );
  const cuts = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])])]
    .filter((cut) => cut >= 0 && cut <= text.length)
    .sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    return {
      start,
      text: text.slice(start, end),
      notes: ranges
        .filter((range) => range.start <= start && range.end >= end)
        .map(({ number }) => number),
    };
  });
}

/** The offset in the text of a place in the shown text: hidden characters are shown longer than they are. */
export function rawOffset(text: string, shownOffset: number): number {
  let raw = 0;
  let shown = 0;
  for (const piece of shownPieces(text)) {
    if (shown >= shownOffset) break;
    // A place inside a mark is after its character; inside other text it is where it is.
    const isMark = piece.shown !== piece.raw;
    raw += isMark ? piece.raw.length : Math.min(piece.raw.length, shownOffset - shown);
    shown += piece.shown.length;
  }
  return raw;
}

/** A text area counts a line end as one character, also where the text has two. */
export function rangeInText(text: string, { start, end }: Range): Range {
  const offsetOf = (place: number) => {
    let raw = 0;
    for (let seen = 0; seen < place && raw < text.length; seen += 1) {
      raw += text.startsWith('\r\n', raw) ? 2 : 1;
    }
    return raw;
  };
  return { start: offsetOf(start), end: offsetOf(end) };
}
