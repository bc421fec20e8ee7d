import { expect, it } from 'vitest';
import { en } from './en/en.ts';
import { knowledge } from './en/knowledge/room.ts';

/** Words that earlier texts used in an unusual sense; the glossary has the terms to use. */
const forbidden =
  /\b(stands?|stood|heard|hears?|goes on|went on|whoever|whosever|in hand|kick\w*|lets? (?:all )?go|speaks|spoke|anew|way of the|came twice|he|his|him|himself)\b/i;

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
  const found = [...textsOf({ ...en, knowledge }, 'en')].filter(([, text]) => forbidden.test(text));
  expect(found).toEqual([]);
});

it('checks texts and functions', () => {
  const texts = [...textsOf({ a: 'He went on', b: (x: string) => `as ${x} stood` }, 'room')];
  expect(texts.map(([path]) => path)).toEqual(['room.a', 'room.b']);
  expect(texts.every(([, text]) => forbidden.test(text))).toBe(true);
});
