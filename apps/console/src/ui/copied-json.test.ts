import { expect, it } from 'vitest';
import { copiedJson } from './copied-json.ts';

it('says numbers as they were written', () => {
  const value = { account: '\ufdd012345678901234567890', amounts: ['\ufdd01e-400', 5, '5'] };
  expect(copiedJson(value).replaceAll(/\s/g, '')).toBe(
    '{"account":12345678901234567890,"amounts":[1e-400,5,"5"]}',
  );
  expect(copiedJson(undefined)).toBe('null');
});
