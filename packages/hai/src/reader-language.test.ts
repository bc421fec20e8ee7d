import { expect, it } from 'vitest';
import { languageEntry, languageIn, withLanguage } from './reader-language.ts';

it('finds the given language only', () => {
  expect(languageIn([{ description: 'Budget', value: '5' }, languageEntry('zh-CN')])).toBe('zh-CN');
  expect(languageIn(undefined)).toBeNull();
  expect(languageIn(['zh-CN', null, languageEntry('not a tag')])).toBeNull();
});

it('replaces an earlier one and keeps the rest', () => {
  const other = { description: 'Budget', value: '5' };
  expect(withLanguage([languageEntry('en'), other], 'zh-CN')).toEqual([
    other,
    languageEntry('zh-CN'),
  ]);
  expect(withLanguage([other], null)).toEqual([other]);
});
