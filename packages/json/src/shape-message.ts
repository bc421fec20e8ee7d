import type { Fault } from './fault.ts';
import type { Statement, WrittenStatement } from './statement.ts';

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

type Code = keyof typeof shapeStatements;

const types: Readonly<Record<string, Code>> = {
  string: 'shape.string',
  number: 'shape.number',
  int: 'shape.int',
  boolean: 'shape.boolean',
  array: 'shape.array',
  object: 'shape.object',
  record: 'shape.object',
};

/** What zod writes, and what it says, with the name of the value in it. Its text is read, because stored messages have nothing else. */
const shapes: readonly [RegExp, Code, name?: 'values' | 'limit' | 'names' | 'format'][] = [
  [/^Invalid input: expected \S+, received undefined$/, 'shape.missing'],
  [/^Invalid (?:input: expected|option: expected one of) (.+)$/, 'shape.one-of', 'values'],
  [/^Too small: expected \w+ to have >=?(\d+) \w+$/, 'shape.too-short', 'limit'],
  [/^Too big: expected \w+ to have <=?(\d+) \w+$/, 'shape.too-long', 'limit'],
  [/^Too small: expected \w+ to be >=?(-?[\d.]+)$/, 'shape.least', 'limit'],
  [/^Too big: expected \w+ to be <=?(-?[\d.]+)$/, 'shape.most', 'limit'],
  [/^Unrecognized keys?: (.+)$/, 'shape.unknown-members', 'names'],
  [/^Invalid \w+: must /, 'shape.other'],
  [/^Invalid (?:input|(?:discriminator|key in|value in) .*)$/, 'shape.other'],
  [/^Invalid ([\w.-]+(?: \w+)?)$/, 'shape.format', 'format'],
];

/**
 * The statement of a message that a schema of zod gives by itself, such as `Invalid input: expected string, received number`;
 * undefined = it is a message of its own.
 */
export function shapeStatement(message: string): Statement | undefined {
  const type = /^Invalid input: expected (\w+), received (?!undefined)\S+$/.exec(message)?.[1];
  if (type !== undefined) {
    return { code: (Object.hasOwn(types, type) ? types[type] : undefined) ?? 'shape.other' };
  }
  for (const [form, code, name] of shapes) {
    const found = form.exec(message);
    if (found === null) continue;
    const [, value = ''] = found;
    return name === undefined
      ? { code }
      : { code, params: { [name]: name === 'values' ? value.split('|') : value } };
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
