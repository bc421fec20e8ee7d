import { figure, plural } from '../count.ts';
import type { Limits } from '../message-parameters.ts';

/** A name inside a sentence: `Postal code` becomes `postal code`, `IBAN` stays. */
const lower = (words: string) =>
  /^\p{Lu}(?:\p{Lu}|\d)/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);

export const formsText = {
  summary: (count: number) =>
    `${plural(count, { one: '# field needs', other: '# fields need' })} attention`,
  faultOf: (name: string, message: string) =>
    name === '' ? message : `${name}: ${lower(message)}`,
  moreFaults: (count: number) => `${figure(count)} more`,
  toCorrect: (count: number) =>
    `${plural(count, { one: '# field', other: '# fields' })} to correct`,
  choose: 'Choose',
  notSet: 'Not set',
  none: 'None',
  emptyText: 'Empty text',
  yes: 'Yes',
  no: 'No',
  fixed: 'Fixed value',
  unseenCharacters: 'Contains characters that a box does not show:',
  notProposed: 'not proposed',
  proposedHidden: 'changed',
  undo: (name: string) => `Undo ${name}`,
  useDefault: (value: string) => `Use ${value}`,
  useDefaultOf: (value: string, name: string) => `Use ${value} for ${name}`,
  deprecated: 'deprecated',
  entry: (name: string, place: number) => `${name} ${figure(place)}`,
  entries: (count: number, max: number | undefined) =>
    max === undefined ? figure(count) : `${figure(count)} of at most ${figure(max)}`,
  add: (name: string) => `Add to ${lower(name)}`,
  addGroup: (name: string) => `Add ${lower(name)}`,
  leaveOut: (name: string) => `Leave out ${lower(name)}`,
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  withKey: (words: string, key: string) => `${words} (${key})`,
  moved: (name: string, place: number, count: number) =>
    `${name} is now ${figure(place)} of ${figure(count)}`,
  removed: (name: string) => `${name} was removed`,
  putBack: (name: string) => `Put ${name} back`,
  putBackDone: (name: string) => `${name} was put back`,
  leftOutRow: 'left out',
  addedRow: 'added',
  changedRow: 'changed',
  addedEntry: (place: number) => `row ${figure(place)}, added`,
  proposedColumn: (title: string) => (title === 'Proposed' ? title : `${title}, proposed`),
  yoursColumn: 'Yours',
  rowPlace: 'Row',
  rowTools: 'Move or remove',
  page: (from: number, to: number, count: number) =>
    `${figure(from)} to ${figure(to)} of ${figure(count)}`,
  before: 'Earlier',
  after: 'Later',
  earlier: (name: string) => `Earlier entries of ${lower(name)}`,
  later: (name: string) => `Later entries of ${lower(name)}`,
  showMore: (count: number) => `Show ${figure(count)} more`,
  showFields: (name: string) => `Show the fields of ${lower(name)}`,
  variant: 'Form',
  variantOf: (name: string, form: string) => (name === '' ? form : `${name}, ${lower(form)}`),
  option: (place: number) => `Option ${figure(place)}`,
  typeTitle: {
    string: 'Text',
    number: 'Number',
    integer: 'Whole number',
    boolean: 'Yes or no',
    array: 'List',
    object: 'Group of fields',
    null: 'None',
  },
  newName: (name: string) => (name === '' ? 'New field' : `New field of ${lower(name)}`),
  addName: 'Add field',
  nameOf: (name: string) => `Name of ${name}`,
  nameTaken: 'This name already exists',
  nameEmpty: 'Enter a name first',
  nameForbidden: 'This name cannot be used',
  notAllowed: 'Is not a field of this form',
  date: 'date',
  time: 'time',
  zone: 'zone',
  partOf: (name: string, part: string) => `${name}, ${part}`,
  /** `far`: how far that day is, as `Intl` writes it. */
  day: (weekday: string, far: string) => `${weekday}, ${far}`,
  yourTime: (when: string) => `${when} your time`,
  reveal: (name: string) => `Show ${lower(name)}`,
  secrets: 'Secrets',
  conceal: (name: string) => `Hide ${lower(name)}`,
  notShown: 'Not shown',
  notAnOption: (value: string) => `${value} (not an option)`,
  found: (count: number, isCut: boolean) =>
    count === 0
      ? 'No option matches'
      : isCut
        ? `The first ${figure(count)} found`
        : `${figure(count)} found`,
  marked: (name: string, mark: string) => `${name} (${mark})`,
  utc: 'UTC',
  offset: (zone: string) => `UTC${zone.replace('-', '−')}`,
  options: (count: number) => `${figure(count)} options, type to find one`,
  jsonOf: (name: string) => (name === '' ? 'JSON' : `${name} as JSON`),
  elsewhere: 'This part is described in another document, which is not fetched.',
  fallback: {
    'not-a-schema': 'The agent sent no usable form. Edit the value as JSON.',
    'too-deep': 'The agent’s form is nested more than 64 levels deep. Edit the value as JSON.',
    'too-many': 'The agent’s form has more than 20,000 parts. Edit the value as JSON.',
  },
  unchecked: {
    'not-a-schema': 'The agent’s rules are unusable, so nothing is checked here.',
    'too-much': 'The agent’s rules take too long to check, so not all were checked here.',
    'too-deep': 'The value is nested too deep to be checked here in full.',
    reference: 'Some rules are described in another document and were not checked here.',
    pattern: 'A pattern of the agent cannot be checked here.',
  },
  uncheckedEnd: 'The answer can be sent; only the agent can check the rest.',
} as const;

type Forms = Parameters<typeof plural>[1];

function between({ least, most }: Limits, forms: Forms): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return `At most ${plural(most ?? 0, forms)}`;
  if (most === undefined) return `At least ${plural(least, forms)}`;
  return least === most
    ? `Exactly ${plural(least, forms)}`
    : `${String(least)} to ${plural(most, forms)}`;
}

/** Hints about valid values. */
export const hintsText = {
  range: ({ least, most }: Limits): string | undefined => {
    if (least !== undefined && most !== undefined) return `${String(least)} to ${String(most)}`;
    if (least !== undefined) return `At least ${String(least)}`;
    return most === undefined ? undefined : `At most ${String(most)}`;
  },
  moreThan: (bound: number) => `More than ${String(bound)}`,
  lessThan: (bound: number) => `Less than ${String(bound)}`,
  steps: (step: number) => `In steps of ${String(step)}`,
  length: (limits: Limits) => between(limits, { one: '# character', other: '# characters' }),
  count: (limits: Limits) => between(limits, { one: '# entry', other: '# entries' }),
  unique: 'No duplicates',
  digits: (least: string, most: string | undefined) =>
    most === undefined
      ? plural(Number(least), { one: '# digit', other: '# digits' })
      : `${least} to ${most} digits`,
  example: (value: string) => `For example ${value}`,
  duration: 'Such as P1DT2H for a day and two hours',
};

/** Why a text is not valid JSON. */
export const jsonText = {
  at: (line: number, column: number, words: string) =>
    `Not JSON yet, line ${String(line)}, column ${String(column)}: ${words}`,
  end: 'the text ends too early',
  value: 'a value is missing here',
  name: 'a name in double quotes is missing here',
  colon: 'a colon is missing here',
  comma: 'a comma or the end of the group is missing here',
  after: 'nothing may follow the value',
  text: 'this text has no end, or a character that must be escaped',
  number: 'this is not a number',
  deep: 'nested too deep',
  forbidden: (name: string) => `a field named ${name} cannot be sent`,
  twice: (name: string) => `the name ${name} is used twice`,
};

/** Texts of durations in forms. */
export const durationText = {
  units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
  unitOf: (label: string) => `Unit of: ${label}`,
} as const;

/** Texts around raw JSON. */
export const jsonLabels = {
  showAll: (characters: number) => `Show all ${figure(characters)} characters`,
  more: (members: number) => `${figure(members)} more`,
};

/** Texts around values that an agent gave. */
export const valuesText = {
  moreRows: (count: number) => `Show ${figure(count)} more rows`,
  yes: 'yes',
  no: 'no',
  not: 'not',
  emptyInAll: (names: string) => `Empty in every row: ${names}`,
  empty: 'empty',
} as const;

/** Texts around markdown that an agent wrote. */
export const markdownText = {
  linkRefused: (address: string) => `Link not allowed: ${address.slice(0, 120) || 'no address'}`,
  image: (alt: string, host: string | null) =>
    `Image${alt === '' ? '' : ` “${alt}”`}${host === null ? '' : ` at ${host}`}, not loaded`,
  table: 'Table',
  taskDone: 'done',
  taskOpen: 'open',
};

/** Names of scripts, shown after a letter of one inside a word of another. */
export const scripts = {
  Latin: 'Latin',
  Cyrillic: 'Cyrillic',
  Greek: 'Greek',
  Armenian: 'Armenian',
  Coptic: 'Coptic',
  Cherokee: 'Cherokee',
  Lisu: 'Lisu',
};
