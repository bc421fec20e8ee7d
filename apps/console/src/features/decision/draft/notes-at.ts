import { tokensOf } from '@countersign/json/json-pointer';
import { annotatedText } from '@countersign/upformat/check-annotations';
import type { UpMessage } from '@countersign/upformat/message';

/** A stretch of a text in UTF-16 units. */
export type Range = { start: number; end: number };

/** A note at a place: a field, a stretch of a text in a field, or (without a pointer) a stretch of the explanation. */
export interface Note {
  id: string;
  pointer: string | null;
  range: Range | null;
  /** The text of the range when it was chosen; '' without a range. */
  quote: string;
  text: string;
}

const placeOf = ({ pointer }: Note) => (pointer === null ? {} : { pointer });

/** Whether the place of a note still exists, with the same text. */
export function isInPlace(note: Note, message: UpMessage): boolean {
  if (note.range === null) return note.pointer !== null && hasPlace(message.payload, note.pointer);
  const text = annotatedText(message, placeOf(note));
  return text !== null && text.slice(note.range.start, note.range.end) === note.quote;
}

function hasPlace(payload: unknown, pointer: string): boolean {
  let at = payload;
  for (const token of tokensOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return false;
    at = Reflect.get(at, token);
  }
  return true;
}

/** Notes on revised content: a range whose text moved is followed if that text occurs exactly once. */
export function refitNotes(notes: readonly Note[], message: UpMessage): Note[] {
  return notes.map((note) => {
    if (note.range === null || isInPlace(note, message)) return note;
    const text = annotatedText(message, placeOf(note)) ?? '';
    const start = text.indexOf(note.quote);
    if (start < 0 || text.indexOf(note.quote, start + 1) >= 0) return note;
    return { ...note, range: { start, end: start + note.quote.length } };
  });
}

/** The annotation that is sent. */
export function annotationOf({ pointer, range, text }: Note) {
  return {
    ...(pointer === null ? {} : { pointer }),
    ...(range === null ? {} : { range }),
    text: text.trim(),
  };
}

/** The target of the whole answer, if a single note gives one. */
export function partOf(notes: readonly Note[]): { part?: string | Range } {
  const [only] = notes;
  if (only === undefined || notes.length > 1) return {};
  if (only.pointer !== null) return { part: only.pointer };
  return only.range === null ? {} : { part: only.range };
}
