import { expect, it } from 'vitest';

/** The texts of all rooms, also of those that are loaded with their screens. */
const rooms = import.meta.glob<Record<string, unknown>>(['./en/**/*.ts', '!./en/en.ts'], {
  eager: true,
});

/** What the server and the packages say by codes: their English texts are shown too. */
const statements = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../packages/*/src/**/*{statements,reasons,faults}.ts',
    '../../../../packages/check/src/{advice,seen,titles}.ts',
  ],
  { eager: true },
);

/** Words that earlier texts used in an unusual sense; the glossary has the terms to use. */
const forbidden =
  /\b(stands?|stood|(?:some|every|any)body|heard|hears?|told|mend\w*|vouch\w*|(?:go|goes|going|gone|went) on|whoever|whosever|in hand|kick\w*|lets? (?:all )?go|speaks|spoke|anew|way of the|came twice|looked at|take theirs|what there is|he|his|him|himself)\b/i;

/** The texts, and the source of functions. */
function* textsOf(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'function') yield* writtenIn(String(value), path);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, held] of Object.entries(value)) yield* textsOf(held, `${path}.${name}`);
  }
}

function* writtenIn(source: string, path: string): Generator<[path: string, text: string]> {
  for (const [text] of source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g)) {
    yield [path, text];
  }
}

it('does not use the words that the glossary replaces', () => {
  const found = [...textsOf(rooms, 'en'), ...textsOf(statements, 'said')].filter(([, text]) =>
    forbidden.test(text),
  );
  expect(found).toEqual([]);
});

/** Sentences of screens that have a usual form: "… could not be loaded", "… not found", "Enter …". */
const unusual =
  /^(?:There is no such|Reading (?!the file)|Give (?:a|one) |Name a |No (?!work)\w*[^s\W] yet$)/;

it('uses the usual form of common sentences on the screens', () => {
  const isUsual = ([path, text]: [path: string, text: string]) =>
    // The titles of problems are those of the responses.
    path.includes('problemTitles') || !unusual.test(text.replaceAll(/^['"`]|['"`]$/g, ''));
  expect([...textsOf(rooms, 'en')].filter((said) => !isUsual(said))).toEqual([]);
  expect(isUsual(['room', 'No agent yet'])).toBe(false);
  expect(isUsual(['room', 'No agents yet'])).toBe(true);
});

it('reads every room', () => {
  const paths = Object.keys(rooms).join();
  for (const room of ['affordances', 'gateway', 'knowledge/exchange', 'registry', 'stream'])
    expect(paths).toContain(`./en/${room}.ts`);
  const said = Object.keys(statements).join();
  for (const file of [
    'api/src/statements/reason-statements',
    'hai/src/statements',
    'check/src/seen',
  ])
    expect(said).toContain(`/${file}.ts`);
  expect([...textsOf(statements, 'said')].length).toBeGreaterThan(600);
});

it('checks texts and functions', () => {
  const texts = [...textsOf({ a: 'He went on', b: (x: string) => `as ${x} stood` }, 'room')];
  expect(texts.map(([path]) => path)).toEqual(['room.a', 'room.b']);
  expect(texts.every(([, text]) => forbidden.test(text))).toBe(true);
});
