import { isObject, type JsonObject } from '@countersign/json/json-object';

/** Members in which agents put their question, the most specific first. */
const names = [
  'message',
  'question',
  'prompt',
  'ask',
  'title',
  'description',
  'query',
  'text',
  'reason',
];

/** The text in a value, and the rest of the value. */
export interface FoundQuestion {
  /** null = none. */
  text: string | null;
  /** null = nothing is left. */
  rest: JsonObject | null;
}

/** Finds the question in a value of unknown shape: the text itself, or the first known member with text. */
export function questionTextIn(value: unknown): FoundQuestion {
  if (typeof value === 'string') return { text: value.trim() === '' ? null : value, rest: null };
  if (!isObject(value)) return { text: null, rest: null };
  const name = names.find((each) => {
    const member = value[each];
    return typeof member === 'string' && member.trim() !== '';
  });
  if (name === undefined) return { text: null, rest: orNull(value) };
  const { [name]: text, ...rest } = value;
  return { text: String(text), rest: orNull(rest) };
}

/** An object with anything in it. */
export const orNull = (value: JsonObject): JsonObject | null =>
  Object.values(value).some((member) => member !== undefined) ? value : null;

/** The last line that is not empty. */
export const lastLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? '';
