import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import type { SchemaFault } from './schema-fault.ts';

type Words = (fault: SchemaFault, nameOf: (key: string) => string) => string;

const plural = (count: unknown, one: string, many: string) =>
  `${String(count)} ${count === 1 ? one : many}`;

const typeWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  null: 'empty',
};

const formatWords: Record<string, string> = {
  date: 'Not a date, use YYYY-MM-DD',
  'date-time': 'Not a moment, use 2026-12-07T09:00:00Z',
  time: 'Not a time of day with its zone, use 09:00:00Z',
  duration: 'Not a duration, use P1DT2H for a day and two hours',
  email: 'Not an e-mail address',
  'idn-email': 'Not an e-mail address',
  uri: 'Not a web address, use https://example.org',
  iri: 'Not a web address, use https://example.org',
  url: 'Not a web address, use https://example.org',
  'uri-reference': 'Not a web address or a part of one',
  uuid: 'Not a UUID, it has 32 digits and letters a to f in five groups',
  ipv4: 'Not an IPv4 address, use 192.0.2.1',
  ipv6: 'Not an IPv6 address, use 2001:db8::1',
  hostname: 'Not a host name, use host.example.org',
  regex: 'Not a regular expression',
  'json-pointer': 'Not a JSON Pointer, use /name/0',
};

const MAX_OPTIONS = 6;
const MAX_CHARS = 60;

const shown = (value: unknown): string => {
  const written = isExactNumber(value) ? writtenNumber(value) : value;
  const words = typeof written === 'string' ? written : (JSON.stringify(written) ?? '');
  return words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}…` : words;
};

const quoted = (value: unknown): string =>
  typeof value === 'string' && !isExactNumber(value) ? `“${shown(value)}”` : shown(value);

/** The agent's schema says what is looked up: only our own words are found. */
const wordOf = (table: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function typeFault({ wanted, found }: SchemaFault): string {
  const types = Array.isArray(wanted) ? wanted : [wanted];
  if (typeof found === 'string' && types.some((type) => type === 'number' || type === 'integer')) {
    if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(found)) return 'Write it without commas';
    if (/^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(found)) {
      return 'Has more digits than a number can carry exactly';
    }
  }
  return `Must be ${types.map((type) => wordOf(typeWords, String(type)) ?? String(type)).join(' or ')}`;
}

/** `5 digits` for common patterns, the field's own description for others: operators should not read regular expressions. */
function patternFault({ wanted, said = {} }: SchemaFault): string {
  const digits = /^\^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(String(wanted));
  if (digits !== null) {
    const [, least = '', most] = digits;
    return most === undefined
      ? plural(Number(least), 'digit', 'digits')
      : `${least} to ${most} digits`;
  }
  const { title, description, example } = said;
  if (isWords(example)) return `Not in the form that is asked for, such as ${shown(example)}`;
  if (isWords(description)) return `Not as asked: ${shown(description)}`;
  if (isWords(title)) return `Not a valid ${shown(title)}`;
  return 'Not in the form that is asked for';
}

const isWords = (said: unknown): said is string => typeof said === 'string' && said.trim() !== '';

function optionFault({ wanted }: SchemaFault): string {
  const options: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  if (options.length === 0) return 'Nothing is allowed here';
  if (options.length > MAX_OPTIONS || options.some((option) => typeof option === 'object')) {
    return 'Choose one of the options';
  }
  return options.length === 1
    ? `Must be ${quoted(options[0])}`
    : `Must be one of ${options.map(shown).join(', ')}`;
}

/** The two nearest values that would fit. */
function stepFault({ wanted, found }: SchemaFault): string {
  const step = Number(wanted);
  const below = Math.floor(Number(found) / step);
  const exact = (count: number) => String(Number((count * step).toPrecision(12)));
  return `In steps of ${String(wanted)}: ${exact(below)} or ${exact(below + 1)} would fit`;
}

const lengthFault: Words = ({ keyword, wanted, found }) => {
  if (keyword === 'maxLength') {
    return `At most ${plural(wanted, 'character', 'characters')}, this has ${String(found)}`;
  }
  return found === 0
    ? 'Cannot be empty'
    : `At least ${plural(wanted, 'character', 'characters')}, this has ${String(found)}`;
};

function nameFault({ found, branches }: SchemaFault, nameOf: (key: string) => string): string {
  const [first] = branches?.[0] ?? [];
  const why = first === undefined ? '' : `: ${lower(faultWords(first, nameOf))}`;
  return `The name ${shown(found)} is not allowed${why}`;
}

/** A union of demands for members reads as a choice of members. */
function unionFault({ branches, found }: SchemaFault, nameOf: (key: string) => string): string {
  if (found !== 0) return 'Fits more than one of the allowed forms, only one may fit';
  const asked = (branches ?? []).map((faults) =>
    faults.every((fault) => fault.keyword === 'required')
      ? faults.map((fault) => nameOf(fault.path.at(-1) ?? '')).join(' and ')
      : '',
  );
  return asked.length > 0 && asked.every((names) => names !== '')
    ? `Give ${asked.slice(0, MAX_OPTIONS).join(' or ')}`
    : 'Fits none of the allowed forms';
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

const words: Record<string, Words> = {
  required: () => 'Is required',
  dependentRequired: ({ wanted }, nameOf) =>
    `Is required because ${nameOf(String(wanted))} is given`,
  type: typeFault,
  enum: optionFault,
  const: ({ wanted }) => `Must be ${quoted(wanted)}`,
  minimum: ({ wanted }) => `At least ${String(wanted)}`,
  maximum: ({ wanted }) => `At most ${String(wanted)}`,
  exclusiveMinimum: ({ wanted }) => `More than ${String(wanted)}`,
  exclusiveMaximum: ({ wanted }) => `Less than ${String(wanted)}`,
  multipleOf: stepFault,
  minLength: lengthFault,
  maxLength: lengthFault,
  pattern: patternFault,
  format: ({ wanted }) => wordOf(formatWords, String(wanted)) ?? `Not a valid ${String(wanted)}`,
  minItems: ({ wanted, found }) =>
    `At least ${plural(wanted, 'entry', 'entries')}, there ${isOrAre(found)}`,
  maxItems: ({ wanted, found }) =>
    `At most ${plural(wanted, 'entry', 'entries')}, there ${isOrAre(found)}`,
  uniqueItems: ({ found }) =>
    Array.isArray(found)
      ? `No entry twice: ${found.map((place) => String(Number(place) + 1)).join(' and ')} are the same`
      : 'No entry twice',
  contains: ({ wanted, found }) =>
    `${wanted === 1 ? 'One entry' : `${String(wanted)} entries`} of the asked kind must be there, there ${isOrAre(found)}`,
  maxContains: ({ wanted, found }) =>
    `At most ${plural(wanted, 'entry', 'entries')} of that kind, there ${isOrAre(found)}`,
  items: ({ wanted }) => `Only ${plural(wanted, 'entry is', 'entries are')} allowed`,
  minProperties: ({ wanted, found }) =>
    `At least ${plural(wanted, 'field', 'fields')}, there ${isOrAre(found)}`,
  maxProperties: ({ wanted, found }) =>
    `At most ${plural(wanted, 'field', 'fields')}, there ${isOrAre(found)}`,
  propertyNames: nameFault,
  additionalProperties: () => 'Is not a field of this form, remove it',
  oneOf: unionFault,
  anyOf: unionFault,
  not: () => 'This value is not allowed',
  false: () => 'Is not allowed here',
};

const isOrAre = (count: unknown) => (count === 1 ? 'is 1' : `are ${String(count)}`);

/** A message for one broken rule: what is wrong and what is expected. `nameOf` gives the label of a field. */
export function faultWords(fault: SchemaFault, nameOf: (key: string) => string): string {
  const found = Object.hasOwn(words, fault.keyword) ? words[fault.keyword] : undefined;
  return found?.(fault, nameOf) ?? 'Does not fit';
}
