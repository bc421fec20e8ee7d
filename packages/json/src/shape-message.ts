import type { Fault } from './fault.ts';
import { type Statement, statementsOf, type WrittenStatement } from './statement.ts';

/** The English texts of what is wrong with the shape of a value, by code. The console has the same codes in each of its languages. */
export const shapeStatements = {
  'shape.missing': 'is required',
  'shape.string': 'must be text',
  'shape.number': 'must be a number',
  'shape.int': 'must be a whole number',
  'shape.boolean': 'must be true or false',
  'shape.array': 'must be a list',
  'shape.object': 'must be an object',
  'shape.one-of': 'must be one of {values:, | or }',
  'shape.format': 'is not a valid {format}',
  'shape.least': 'must be at least {limit}',
  'shape.most': 'must be at most {limit}',
  'shape.too-short': 'must have at least {limit} characters or entries',
  'shape.too-long': 'must have at most {limit} characters or entries',
  'shape.unknown-members': 'has members that are not known here: {names}',
  'shape.other': 'has the wrong form',
} as const;

const say = statementsOf(shapeStatements);

const byType: Readonly<Record<string, WrittenStatement>> = {
  string: say('shape.string'),
  number: say('shape.number'),
  int: say('shape.int'),
  boolean: say('shape.boolean'),
  array: say('shape.array'),
  object: say('shape.object'),
  record: say('shape.object'),
};

/** What zod writes, with the statement that says the same. Its text is read, because stored messages have nothing else. */
const shapes: readonly [RegExp, (...parts: string[]) => WrittenStatement][] = [
  [/^Invalid input: expected \S+, received undefined$/, () => say('shape.missing')],
  [
    /^Invalid input: expected (\w+), received \S+$/,
    (type) =>
      (Object.hasOwn(byType, type ?? '') ? byType[type ?? ''] : undefined) ?? say('shape.other'),
  ],
  [/^Invalid input: expected (.+)$/, (value) => say('shape.one-of', { values: [value ?? ''] })],
  [
    /^Invalid option: expected one of (.+)$/,
    (values) => say('shape.one-of', { values: (values ?? '').split('|') }),
  ],
  [
    /^Too small: expected \w+ to have >=?(\d+) \w+$/,
    (limit) => say('shape.too-short', { limit: Number(limit) }),
  ],
  [
    /^Too big: expected \w+ to have <=?(\d+) \w+$/,
    (limit) => say('shape.too-long', { limit: Number(limit) }),
  ],
  [
    /^Too small: expected \w+ to be >=?(-?[\d.]+)$/,
    (limit) => say('shape.least', { limit: Number(limit) }),
  ],
  [
    /^Too big: expected \w+ to be <=?(-?[\d.]+)$/,
    (limit) => say('shape.most', { limit: Number(limit) }),
  ],
  [/^Unrecognized keys?: (.+)$/, (names) => say('shape.unknown-members', { names: names ?? '' })],
  [/^Invalid (?:input|discriminator value\..*|key in \w+|value in \w+)$/, () => say('shape.other')],
  [/^Invalid ([\w.-]+(?: \w+)?)$/, (format) => say('shape.format', { format: format ?? '' })],
];

/**
 * The statement of a message that a schema of zod gives by itself, such as `Invalid input: expected string, received number`;
 * undefined = it is a message of its own.
 */
export function shapeStatement(message: string): Statement | undefined {
  for (const [form, write] of shapes) {
    const found = form.exec(message);
    if (found !== null) return write(...found.slice(1)).statement;
  }
  return undefined;
}

/** A complaint of a schema as a fault, with its statement where the message has one. */
export function shapeFault(path: string, message: string): Fault {
  const statement = shapeStatement(message);
  return statement === undefined ? { path, message } : { path, message, statement };
}

/** A complaint of a schema, to be inserted into another statement. */
export function shapeDetail(message: string): WrittenStatement | string {
  const statement = shapeStatement(message);
  return statement === undefined ? message : { text: message, statement };
}
