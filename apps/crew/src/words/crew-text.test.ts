import { expect, it } from 'vitest';
import { crewTextFor } from './crew-text.ts';
import { en } from './en.ts';

it('answers in the language the operator reads, where the crew has words', () => {
  expect(crewTextFor('zh-CN').whereToWork('React contractor')).toBe(
    'React contractor 的工作地点在哪里？',
  );
  expect(crewTextFor('zh').accepted).toBe('请求已接受。');
  for (const language of [null, 'en', 'en-GB', 'fr', 'zh-TW', 'zh-Hant-HK']) {
    expect(crewTextFor(language)).toBe(en);
  }
});
