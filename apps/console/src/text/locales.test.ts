import { afterEach, expect, it, vi } from 'vitest';
import { figure, inRow, listed, percent, plural, shortFigure } from './count.ts';
import { setLocale } from './locale.ts';
import { localeFor } from './locales.ts';

afterEach(() => setLocale('en'));

it('selects the first preferred language that exists, by tag before language and script', () => {
  const known = ['en', 'zh-CN', 'pt-BR', 'pt-PT'];
  expect(localeFor(['fr-FR', 'zh-SG', 'en'], known)).toBe('zh-CN');
  expect(localeFor(['zh', 'en'], known)).toBe('zh-CN');
  for (const traditional of ['zh-TW', 'zh-HK', 'zh-Hant', 'zh-Hant-MO']) {
    expect(localeFor([traditional], known)).toBe('en');
    expect(localeFor([traditional, 'zh-CN'], known)).toBe('zh-CN');
  }
  expect(localeFor(['not a tag'], known)).toBe('en');
  expect(localeFor(['pt-PT'], known)).toBe('pt-PT');
  expect(localeFor(['en-GB', 'zh-CN'], known)).toBe('en');
  expect(localeFor(['fr'], known)).toBe('en');
  expect(localeFor([], known)).toBe('en');
});

it('formats counts by the rules of the chosen language', () => {
  const rows = { one: '# row', other: '# rows' };
  expect(plural(1, rows)).toBe('1 row');
  expect(plural(12_480, rows)).toBe('12,480 rows');
  expect([figure(48_211), shortFigure(48_211), percent(0.73)]).toEqual(['48,211', '48.2K', '73%']);
  expect(listed(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo, and Cy');
  expect(inRow(['Ada', 'Bo', 'Cy'])).toBe('Ada, Bo, Cy');
  setLocale('pl');
  expect(plural(3, { one: '# wiersz', few: '# wiersze', other: '# wierszy' })).toBe('3 wiersze');
  setLocale('zh-CN');
  expect(plural(1, { other: '# 行' })).toBe('1 行');
  expect([shortFigure(48_211), listed(['甲', '乙'])]).toEqual(['4.8万', '甲和乙']);
  expect(inRow(['甲', '乙', '丙'])).toBe('甲、乙、丙');
});

it('throws before a language is chosen', async () => {
  vi.resetModules();
  const fresh = await import('./messages.ts');
  expect(() => fresh.messages()).toThrow('before the language was chosen');
  await expect(import('./texts.ts')).rejects.toThrow('before the language was chosen');
});
