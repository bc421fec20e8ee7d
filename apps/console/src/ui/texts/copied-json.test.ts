import { expect, it } from 'vitest';
import { copiedJson } from './copied-json.ts';

it('writes numbers as they were written', () => {
  const value = { account: '\ufdd012345678901234567890', amounts: ['\ufdd01e-400', 5, '5'] };
  expect(copiedJson(value).replaceAll(/\s/g, '')).toBe(
    '{"account":12345678901234567890,"amounts":[1e-400,5,"5"]}',
  );
  expect(copiedJson(undefined)).toBe('null');
});

it('keeps the times of an agent as sent, in any zone of the reader', () => {
  const value = {
    at: '2026-11-22T09:00:00+05:30',
    due: 'tomorrow at 9',
    millis: 1_795_360_000_000,
  };
  expect(JSON.parse(copiedJson(value))).toEqual(value);
});
