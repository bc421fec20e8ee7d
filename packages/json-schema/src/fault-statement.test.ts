import { expect, it } from 'vitest';
import { faultStatement } from './fault-statement.ts';

it.each([
  ['5', 'Is a text, not a number'],
  ['-12.5', 'Is a text, not a number'],
  ['9007199254740991', 'Is a text, not a number'],
  ['12345678901234567890', 'Has more digits than a number can hold exactly'],
  ['1,000', 'Write it without commas'],
  ['five', 'Must be a whole number'],
])('the text %s for a whole number', (found, said) => {
  const fault = { keyword: 'type', wanted: 'integer', found, path: ['n'] };
  expect(faultStatement(fault, (key) => key).text).toBe(said);
});
