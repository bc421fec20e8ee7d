import { expect, test } from 'vitest';
import { makePrompt } from '../testing/panel.tsx';
import { comparedName, messagePlaceName, placeName } from './place-names.ts';
import { placesOf } from './places.ts';

const schema = {
  type: 'object',
  properties: {
    budgetEur: { type: 'number', title: 'Budget per year' },
    candidates: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, dayRateEur: { type: 'number', title: 'Day rate' } },
      },
    },
  },
};
const payload = {
  budgetEur: 90_000,
  startDate: '2026-12-01',
  candidates: [{ id: 'cand-7f3a', dayRateEur: 640 }],
};
const { message } = makePrompt({}, { payload, upContext: { schema } });

test('a place is named by the title of its field, else by its key as words', () => {
  expect(placeName(message, '/budgetEur')).toBe('Budget per year');
  expect(placeName(message, '/startDate')).toBe('Start date');
  expect(placeName(message, '/candidates/0/dayRateEur')).toBe('cand-7f3a › Day rate');
  expect(messagePlaceName(message, '/payload/budgetEur')).toBe('Budget per year');
  expect(messagePlaceName(message, '/upThought/assumptions/1')).toBe('Assumptions › 2');
});

test('places to comment on have the labels of their fields, entries their number', () => {
  expect(placesOf(payload, schema).map(({ pointer, name }) => [pointer, name])).toEqual([
    ['/budgetEur', 'Budget per year'],
    ['/startDate', 'Start date'],
    ['/candidates', 'Candidates'],
    ['/candidates/0', 'Candidates 1'],
    ['/candidates/0/id', 'Id'],
    ['/candidates/0/dayRateEur', 'Day rate'],
  ]);
  expect(placesOf({ skillSet: ['React'] }, undefined).map(({ name }) => name)).toEqual([
    'Skill set',
    'Skill set 1',
  ]);
});

test('fields of compared items have the labels of the list they are in', () => {
  const nameOf = comparedName(message, ['cand-7f3a']);
  expect([nameOf('dayRateEur'), nameOf('noticeDays')]).toEqual(['Day rate', 'Notice days']);
  expect(comparedName(message, ['none'])('budgetEur')).toBe('Budget per year');
});

test('a secret place has no parts to quote, and its value names no entry', () => {
  const secret = {
    properties: {
      vault: { title: 'Vault', writeOnly: true },
      keys: { title: 'Keys', items: { properties: { token: { format: 'password' }, note: {} } } },
    },
  };
  const content = { vault: { pin: 'p-1' }, keys: [{ token: 't0ken', note: 'a' }] };
  expect(placesOf(content, secret).map((each) => [each.pointer, each.isSecret])).toEqual([
    ['/vault', true],
    ['/keys', false],
    ['/keys/0', false],
    ['/keys/0/token', true],
    ['/keys/0/note', false],
  ]);
  const asked = makePrompt({}, { payload: content, upContext: { schema: secret } }).message;
  expect(placeName(asked, '/keys/0/note')).toBe('Keys 1 › Note');
});
