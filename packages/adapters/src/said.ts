import { isObject, type JsonObject } from '@countersign/json/json-object';

/** Members under which agents put their question, the most telling first. */
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

/** The words in a value, and what is in it beside them. */
export interface Said {
  /** null = there are none. */
  text: string | null;
  /** The rest, null when nothing is left. */
  rest: JsonObject | null;
}

/** Finds the question in a value of unknown shape: the text itself, or the first telling member. */
export function saidIn(value: unknown): Said {
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

/** The last line that says anything. */
export const lastLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? '';
