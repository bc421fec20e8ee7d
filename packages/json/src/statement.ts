import { isObject } from './json-object.ts';

/** What a statement inserts: a value, another statement, or a list of them. */
export type Param = string | number | Statement | readonly Param[];

/** A sentence as data: a code and parameters. The display writes the text, in its language. */
export type Statement = {
  code: string;
  params?: { readonly [name: string]: Param } | undefined;
};

/** A statement and its English text, for readers that do not know the code. */
export interface WrittenStatement {
  text: string;
  statement: Statement;
}

/** A value for a placeholder of a template. */
export type Given = string | number | WrittenStatement | readonly Given[];

type NamesIn<Text> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? NameOf<Place> | NamesIn<Rest>
  : never;
type NameOf<Place> = Place extends `${infer Name}:${string}` ? Name : Place;
type ValuesOf<Text> = { readonly [Name in NamesIn<Text>]: Given };

/** Writes a statement of a catalogue; the values are those that its template has places for. */
export type Say<Catalogue extends Readonly<Record<string, string>>> = <
  Code extends keyof Catalogue & string,
>(
  code: Code,
  ...values: [NamesIn<Catalogue[Code]>] extends [never] ? [] : [ValuesOf<Catalogue[Code]>]
) => WrittenStatement;

/**
 * Makes statements from a catalogue of English templates by code. A template has places: `{name}`; with a number
 * `{count:entry|entries}` (the number and its form); with a list `{names:, | or }` (between the entries, before the last).
 *
 * @example const say = statementsOf({ 'too-long': 'At most {limit:character|characters}' });
 * say('too-long', { limit: 1 }) // { text: 'At most 1 character', statement: { code: 'too-long', params: { limit: 1 } } }
 */
export function statementsOf<const Catalogue extends Readonly<Record<string, string>>>(
  catalogue: Catalogue,
): Say<Catalogue> {
  return (code, ...[values]) => {
    const template = catalogue[code] ?? '';
    if (values === undefined) return { text: template, statement: { code } };
    const given: Readonly<Record<string, Given>> = values;
    const params: Record<string, Param> = {};
    for (const [name, value] of Object.entries(given)) params[name] = dataOf(value);
    return {
      text: fillTemplate(template, (name) => given[name], textOfGiven),
      statement: { code, params },
    };
  };
}

const isList = (value: Given): value is readonly Given[] => Array.isArray(value);

function dataOf(value: Given): Param {
  if (isList(value)) return value.map(dataOf);
  return typeof value === 'object' ? value.statement : value;
}

const textOfGiven = (value: Given): string =>
  isList(value) ? '' : typeof value === 'object' ? value.text : String(value);

/** Fills the places of a template; `write` gives the text of one value. A place without a value is left empty. */
export function fillTemplate<Value>(
  template: string,
  valueAt: (name: string) => Value | readonly Value[] | undefined,
  write: (value: Value) => string,
): string {
  return template.replaceAll(place, (_, name: string, first = ', ', last = first) => {
    const value = valueAt(name);
    if (value === undefined) return '';
    if (isValues(value)) return joined(value.map(write), first, last);
    const text = write(value);
    return typeof value === 'number' && first !== last
      ? `${text} ${value === 1 ? first : last}`
      : text;
  });
}

const place = /\{(\w+)(?::([^|}]*)\|([^|}]*))?\}/g;

const isValues = <Value>(value: Value | readonly Value[]): value is readonly Value[] =>
  Array.isArray(value);

const joined = (texts: readonly string[], between: string, last: string): string =>
  texts.length < 2
    ? texts.join('')
    : `${texts.slice(0, -1).join(between)}${last}${texts.at(-1) ?? ''}`;

const maxDepth = 6;
const maxChars = 4_000;

/** Reads a statement that was received; null = it is none. */
export function readStatement(value: unknown, depth = 0): Statement | null {
  if (!isObject(value) || typeof value['code'] !== 'string' || depth > maxDepth) return null;
  const { code, params } = value;
  if (!isObject(params)) return { code };
  const read: Record<string, Param> = {};
  for (const [name, given] of Object.entries(params)) {
    const param = readParam(given, depth + 1);
    if (param === null) return null;
    read[name] = param;
  }
  return { code, params: read };
}

function readParam(value: unknown, depth: number): Param | null {
  if (typeof value === 'string') return value.slice(0, maxChars);
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return readStatement(value, depth);
  if (depth > maxDepth) return null;
  const list = value.map((one) => readParam(one, depth + 1));
  const params = list.filter((one) => one !== null);
  return params.length < list.length ? null : params;
}
