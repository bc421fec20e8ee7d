import { expect, it } from 'vitest';
import { readPool } from '../freelancers/pool.ts';
import { briefFormContext } from '../recommender/brief-form.ts';
import { proposeByRules } from '../recommender/propose-by-rules.ts';
import { createPool, rank } from '../recommender/rank.ts';
import { readBrief } from '../recommender/read-brief.ts';
import { crewTextFor } from './crew-text.ts';
import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

it('answers in the language the operator reads, where the crew has words', () => {
  expect(crewTextFor('zh-CN').whereToWork('React contractor')).toBe(
    'React contractor 的工作地点在哪里？',
  );
  expect(crewTextFor('zh').accepted).toBe('请求已接受。');
  for (const language of [null, 'en', 'en-GB', 'fr', 'zh-TW', 'zh-Hant-HK']) {
    expect(crewTextFor(language)).toBe(en);
  }
});

const brief = (description: string) => readBrief(description, Date.UTC(2026, 9, 5));

it('gives reasons and assumptions in the language of the reader', () => {
  const request = brief('Find a React contractor for our payments UI');
  const { explanation, upThought } = proposeByRules(
    request,
    rank(createPool(readPool()), request),
    zhCn,
  );
  const said = [explanation, ...(upThought?.reasoning ?? []), ...(upThought?.assumptions ?? [])];
  expect(said.length).toBeGreaterThan(3);
  for (const text of said) expect(text).toMatch(/\p{Script=Han}/u);
});

it('names the fields of its forms in the language of the reader, and keeps their keys', () => {
  const english = JSON.stringify(briefFormContext(en));
  const chinese = JSON.stringify(briefFormContext(zhCn));
  const titlesIn = (json: string) => [...json.matchAll(/"(?:title|description)":"([^"]*)"/g)];
  const left = titlesIn(chinese).filter(
    ([, text]) => text !== undefined && /^[\x20-\x7e]+$/.test(text),
  );
  expect(left.map(([, text]) => text)).toEqual([]);
  expect(titlesIn(chinese)).toHaveLength(titlesIn(english).length);
  expect(chinese).toContain('"postalCode"');
});
