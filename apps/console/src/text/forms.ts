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
  time: 'Not a time of day',
  email: 'Not an e-mail address',
  uri: 'Not a web address',
  url: 'Not a web address',
  uuid: 'Not a UUID',
};

function typeFault(value: unknown): string {
  const types = Array.isArray(value) ? value : [value];
  return `Must be ${types.map((type) => typeWords[String(type)] ?? String(type)).join(' or ')}`;
}

/** `5 digits` for the commonest patterns, the pattern itself for the rest. */
function patternFault(pattern: string): string {
  const digits = /^\^(?:\[0-9\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern);
  if (digits === null) return `Does not fit the form ${pattern}`;
  const [, least = '', most] = digits;
  return most === undefined
    ? plural(Number(least), 'digit', 'digits')
    : `${least} to ${most} digits`;
}

/** Plain words for one failed keyword of JSON Schema. `value` is what the keyword asks for. */
function fault(keyword: string, value: unknown, fallback: string): string {
  switch (keyword) {
    case 'required':
      return 'Is required';
    case 'type':
      return typeFault(value);
    case 'enum':
    case 'const':
      return 'Choose one of the options';
    case 'minimum':
      return `At least ${String(value)}`;
    case 'maximum':
      return `At most ${String(value)}`;
    case 'exclusiveMinimum':
      return `More than ${String(value)}`;
    case 'exclusiveMaximum':
      return `Less than ${String(value)}`;
    case 'multipleOf':
      return `In steps of ${String(value)}`;
    case 'minLength':
      return value === 1 ? 'Cannot be empty' : `At least ${String(value)} characters`;
    case 'maxLength':
      return `At most ${String(value)} characters`;
    case 'minItems':
      return `At least ${plural(value, 'entry', 'entries')}`;
    case 'maxItems':
      return `At most ${plural(value, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'No entry twice';
    case 'pattern':
      return patternFault(String(value));
    case 'format':
      return formatWords[String(value)] ?? `Not a valid ${String(value)}`;
    case 'oneOf':
    case 'anyOf':
      return 'Fits none of the allowed forms';
    case 'false':
      return 'Is not allowed here';
    default:
      return fallback;
  }
}

export const formsText = {
  fault,
  summary: (count: number) => `${plural(count, 'field needs', 'fields need')} attention`,
  faultOf: (name: string, message: string) =>
    name === '' ? message : `${name}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  toCorrect: (count: number) => `${plural(count, 'field', 'fields')} to correct`,
  choose: 'Choose',
  notSet: 'Not set',
  yes: 'Yes',
  no: 'No',
  setByAgent: 'Set by the agent',
  proposed: 'Proposed',
  notProposed: 'not proposed',
  undo: (name: string) => `Undo ${name}`,
  entry: (name: string, place: number) => `${name} ${String(place)}`,
  entries: (count: number, max: number | undefined) =>
    max === undefined ? String(count) : `${String(count)} of at most ${String(max)}`,
  add: (name: string) => `Add to ${name.toLowerCase()}`,
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  showMore: (count: number) => `Show ${String(count)} more`,
  variant: 'Form',
  option: (place: number) => `Option ${String(place)}`,
  json: 'JSON',
  asJson: 'Same value as JSON',
  jsonBroken: (reason: string) => `Not JSON yet: ${reason}`,
  fallback: {
    'not-a-schema': 'The agent sent no usable form. Edit the value as JSON.',
    'too-deep': 'The agent’s form is nested more than 12 levels deep. Edit the value as JSON.',
    'too-many': 'The agent’s form has more than 500 fields. Edit the value as JSON.',
    recursive: 'The agent’s form refers to itself. Edit the value as JSON.',
  },
} as const;
