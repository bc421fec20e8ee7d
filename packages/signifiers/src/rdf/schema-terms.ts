/** The classes of the vocabulary, by the types of JSON Schema. */
export const typeNames: ReadonlyMap<string, string> = new Map([
  ['object', 'ObjectSchema'],
  ['array', 'ArraySchema'],
  ['string', 'StringSchema'],
  ['number', 'NumberSchema'],
  ['integer', 'IntegerSchema'],
  ['boolean', 'BooleanSchema'],
  ['null', 'NullSchema'],
]);

export const typesByName: ReadonlyMap<string, string> = new Map(
  [...typeNames].map(([type, name]) => [name, type]),
);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The keywords that are written as terms, by what their values are. All others are in the document only. */
export const keywords = {
  /** A schema. */
  schema: words('items additionalProperties not contains propertyNames if then else'),
  /** A list of schemas, of any length: one of them is still a list. */
  schemas: words('anyOf oneOf allOf'),
  /** A list of values. */
  values: words('enum required examples'),
  /** Any one value. */
  value: words('const default'),
  scalar: words(
    'description format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength ' +
      'minItems maxItems uniqueItems minProperties maxProperties readOnly writeOnly deprecated contentEncoding ' +
      'contentMediaType unit',
  ),
} as const;

/** Whether a term of a graph is one of these: its name becomes the name of a member. */
export const isKeyword = (name: string): boolean =>
  name === 'properties' || Object.values(keywords).some((names) => names.has(name));
