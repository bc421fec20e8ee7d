import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import type { WrittenStatement } from '@countersign/json/statement';
import type { SchemaFault } from './schema-fault.ts';
import { say } from './statements.ts';

type Words = (fault: SchemaFault, nameOf: (key: string) => string) => WrittenStatement;

const typeCodes = {
  string: 'schema.type.string',
  number: 'schema.type.number',
  integer: 'schema.type.integer',
  boolean: 'schema.type.boolean',
  array: 'schema.type.array',
  object: 'schema.type.object',
  null: 'schema.type.null',
} as const;

const formatCodes = {
  date: 'schema.format.date',
  'date-time': 'schema.format.date-time',
  time: 'schema.format.time',
  duration: 'schema.format.duration',
  email: 'schema.format.email',
  'idn-email': 'schema.format.email',
  uri: 'schema.format.uri',
  iri: 'schema.format.uri',
  url: 'schema.format.uri',
  'uri-reference': 'schema.format.uri-reference',
  uuid: 'schema.format.uuid',
  ipv4: 'schema.format.ipv4',
  ipv6: 'schema.format.ipv6',
  hostname: 'schema.format.hostname',
  regex: 'schema.format.regex',
  'json-pointer': 'schema.format.json-pointer',
} as const;

const MAX_OPTIONS = 6;
const MAX_CHARS = 60;

const shown = (value: unknown): string => {
  const written = isExactNumber(value) ? writtenNumber(value) : value;
  const words = typeof written === 'string' ? written : (JSON.stringify(written) ?? '');
  return words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}…` : words;
};

/** The key comes from the agent's schema: only own properties are found. */
const isKeyOf = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name);

/** A count in a schema; anything but a number is inserted as written. */
const count = (value: unknown): number | string =>
  typeof value === 'number' ? value : shown(value);

/** A number that a form left as a text has more digits than a number holds; with fewer, a text was given. */
function isHeldExactly(written: string): boolean {
  const [digits = ''] = written.split(/e/i);
  const significant = digits.replace(/\D/g, '').replace(/^0+/, '');
  const value = Number(written.replace(',', '.'));
  return Number.isFinite(value) && (significant.length <= 15 || Number.isSafeInteger(value));
}

function typeFault({ wanted, found }: SchemaFault): WrittenStatement {
  const types = Array.isArray(wanted) ? wanted : [wanted];
  if (typeof found === 'string' && types.some((type) => type === 'number' || type === 'integer')) {
    if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(found)) return say('schema.no-commas');
    if (/^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(found)) {
      return isHeldExactly(found) ? say('schema.text-for-number') : say('schema.too-many-digits');
    }
  }
  const named = types.map(String);
  return say('schema.type', {
    types: named.map((type) => (isKeyOf(typeCodes, type) ? say(typeCodes[type]) : type)),
  });
}

/** `5 digits` for common patterns, the field's own description for others: operators should not read regular expressions. */
function patternFault({ wanted, said = {} }: SchemaFault): WrittenStatement {
  const digits = /^\^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(String(wanted));
  if (digits !== null) {
    const [, least = '', most] = digits;
    return most === undefined
      ? say('schema.digits', { count: Number(least) })
      : say('schema.digits-between', { least: Number(least), most: Number(most) });
  }
  const { title, description, example } = said;
  if (isQueuedKind(example)) return say('schema.pattern-example', { example: shown(example) });
  if (isQueuedKind(description)) {
    return say('schema.pattern-described', { description: shown(description) });
  }
  if (isQueuedKind(title)) return say('schema.pattern-titled', { title: shown(title) });
  return say('schema.pattern');
}

const isQueuedKind = (said: unknown): said is string =>
  typeof said === 'string' && said.trim() !== '';

const mustBe = (value: unknown): WrittenStatement =>
  typeof value === 'string' && !isExactNumber(value)
    ? say('schema.text-value', { value: shown(value) })
    : say('schema.value', { value: shown(value) });

function optionFault({ wanted }: SchemaFault): WrittenStatement {
  const options: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  if (options.length === 0) return say('schema.no-option');
  if (options.length > MAX_OPTIONS || options.some((option) => typeof option === 'object')) {
    return say('schema.choose');
  }
  return options.length === 1
    ? mustBe(options[0])
    : say('schema.one-of', { options: options.map(shown) });
}

/** The two nearest values that would fit. */
function stepFault({ wanted, found }: SchemaFault): WrittenStatement {
  const step = Number(wanted);
  const below = Math.floor(Number(found) / step);
  const exact = (times: number) => String(Number((times * step).toPrecision(12)));
  return say('schema.step', {
    step: String(wanted),
    below: exact(below),
    above: exact(below + 1),
  });
}

type LimitCode =
  | 'schema.too-short'
  | 'schema.too-long'
  | 'schema.too-few-entries'
  | 'schema.too-many-entries'
  | 'schema.too-few-such'
  | 'schema.too-many-such'
  | 'schema.too-few-fields'
  | 'schema.too-many-fields';

const limitFault =
  (code: LimitCode): Words =>
  ({ wanted, found }) =>
    say(code, { limit: count(wanted), found: count(found) });

const shortFault: Words = (fault, nameOf) =>
  fault.found === 0 ? say('schema.empty') : limitFault('schema.too-short')(fault, nameOf);

function nameFault(
  { found, branches }: SchemaFault,
  nameOf: (key: string) => string,
): WrittenStatement {
  const [first] = branches?.[0] ?? [];
  const name = shown(found);
  return first === undefined
    ? say('schema.name', { name })
    : say('schema.name-because', { name, why: lowered(faultStatement(first, nameOf)) });
}

/** A union of branches with `required` only is described as a choice of members. */
function unionFault(
  { branches, found }: SchemaFault,
  nameOf: (key: string) => string,
): WrittenStatement {
  if (found !== 0) return say('schema.fits-several');
  const asked = (branches ?? []).map((faults) =>
    faults.every((fault) => fault.keyword === 'required')
      ? faults.map((fault) => nameOf(fault.path.at(-1) ?? ''))
      : [],
  );
  if (asked.length === 0 || asked.some((names) => names.length === 0)) {
    return say('schema.fits-none');
  }
  return say('schema.give-one', {
    names: asked
      .slice(0, MAX_OPTIONS)
      .map((names) =>
        names.length === 1 ? (names[0] ?? '') : say('schema.all-of-these', { names }),
      ),
  });
}

const lowered = ({ text, statement }: WrittenStatement): WrittenStatement => ({
  text: text.charAt(0).toLowerCase() + text.slice(1),
  statement,
});

const words: Record<string, Words> = {
  required: () => say('schema.required'),
  dependentRequired: ({ wanted }, nameOf) =>
    say('schema.required-with', { other: nameOf(String(wanted)) }),
  type: typeFault,
  enum: optionFault,
  const: ({ wanted }) => mustBe(wanted),
  minimum: ({ wanted }) => say('schema.minimum', { limit: String(wanted) }),
  maximum: ({ wanted }) => say('schema.maximum', { limit: String(wanted) }),
  exclusiveMinimum: ({ wanted }) => say('schema.more-than', { limit: String(wanted) }),
  exclusiveMaximum: ({ wanted }) => say('schema.less-than', { limit: String(wanted) }),
  multipleOf: stepFault,
  minLength: shortFault,
  maxLength: limitFault('schema.too-long'),
  pattern: patternFault,
  format: ({ wanted }) => {
    const format = String(wanted);
    return isKeyOf(formatCodes, format)
      ? say(formatCodes[format])
      : say('schema.format', { format: shown(wanted) });
  },
  minItems: limitFault('schema.too-few-entries'),
  maxItems: limitFault('schema.too-many-entries'),
  uniqueItems: ({ found }) =>
    Array.isArray(found)
      ? say('schema.twice-at', { places: found.map((place) => Number(place) + 1) })
      : say('schema.twice'),
  contains: limitFault('schema.too-few-such'),
  maxContains: limitFault('schema.too-many-such'),
  items: ({ wanted }) => say('schema.no-more-entries', { limit: count(wanted) }),
  minProperties: limitFault('schema.too-few-fields'),
  maxProperties: limitFault('schema.too-many-fields'),
  propertyNames: nameFault,
  additionalProperties: () => say('schema.not-a-field'),
  oneOf: unionFault,
  anyOf: unionFault,
  not: () => say('schema.not-this'),
  false: () => say('schema.not-here'),
};

/** A message for one broken rule: what is wrong and what is expected. `nameOf` gives the label of a field. */
export function faultStatement(
  fault: SchemaFault,
  nameOf: (key: string) => string,
): WrittenStatement {
  const found = Object.hasOwn(words, fault.keyword) ? words[fault.keyword] : undefined;
  return found?.(fault, nameOf) ?? say('schema.does-not-fit');
}
