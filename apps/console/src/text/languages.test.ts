import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { en } from './en/en.ts';
import { setLocale } from './locale.ts';
import { locales } from './locales.ts';
import { rooms } from './rooms.ts';

afterEach(() => setLocale('en'));

/** All messages of a language, with those that are loaded with their screens. */
async function allOf(tag: string): Promise<Record<string, unknown>> {
  const base = tag === 'en' ? en : await locales[tag]?.load();
  const later = Object.entries(rooms).map(async ([name, load]) => [name, await load[tag]?.()]);
  return { ...base, ...Object.fromEntries(await Promise.all(later)) };
}

const languages = Object.entries(locales).filter(([tag]) => tag !== 'en');

/** Every message by its path: a text, a function or null. */
function flat(value: unknown, path = ''): [path: string, message: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, held]) =>
    flat(held, path === '' ? name : `${path}.${name}`),
  );
}

/** Additional search terms of commands: every language has its own, in any number. */
const isAlso = (path: string) => /also\b/i.test(path);

const figures = [11, 23, 37, 59, 83];
/** Other parameters that messages take. */
const samples = ['Ada', ['Ada', 'Bo'], { least: 11, most: 23 }, 'info', 'step', 'edit', 'running'];

/** Parameters of messages that take none of the samples. */
const ownSamples: Readonly<Record<string, unknown[]>> = {
  'bulkText.counts': [{ held: 11, leavesInMs: 23_000, onTheWay: 37, done: 59, failed: 83 }],
  'bulkText.notPossible': ['approve', { count: 11, all: 23, why: 'Ada' }],
  'fillText.pasted': [{ taken: 11, lines: 23, left: 37, beyond: 59, refused: [] }],
  'fillText.refused': [{ line: 11, ask: 'Ada', title: 'Bo', cell: '23', why: null }],
  'fillText.setDone': [{ set: 11, kept: 23, title: 'Ada' }],
  'originDetails.upformat/message.goesBack': [],
  'frameText.switchTheme': ['light'],
  'lineageText.kind': ['message'],
  taskStatusDetail: ['running', 'waiting'],
};

/** Parameters to try: different figures, then one sample among figures, then only samples. */
function given(path: string, count: number): unknown[][] {
  const own = ownSamples[path];
  if (own !== undefined) return [own];
  const all: unknown[] = figures.slice(0, count);
  const places = all.map((_, place) => place);
  return [
    all,
    ...samples.flatMap((one) => places.map((place) => all.with(place, one))),
    ...samples.map((one) => all.map(() => one)),
  ];
}

/** The text of a message; null = it does not take these parameters. */
function said(tag: string, message: unknown, parameters: unknown[]): string | null {
  if (typeof message !== 'function') return null;
  setLocale(tag);
  try {
    const words: unknown = Reflect.apply(message, undefined, parameters);
    const isSaid = words === null || (typeof words === 'string' && words.trim() !== '');
    return isSaid && !/NaN|undefined|\[object/.test(String(words)) ? String(words) : null;
  } catch {
    return null;
  }
}

describe.each(languages)('%s', (tag, { load }) => {
  it('has the same messages as English, none of them empty', async () => {
    const own = flat(await allOf(tag)).filter(([path]) => !isAlso(path));
    const english = new Map(flat(await allOf('en')).filter(([path]) => !isAlso(path)));
    expect(own.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
    const isEmpty = (message: unknown) => typeof message === 'string' && message.trim() === '';
    const wrong = own.filter(([path, message]) => {
      const first = english.get(path);
      return typeof message !== typeof first || (isEmpty(message) && !isEmpty(first));
    });
    expect(wrong).toEqual([]);
  });

  it('contains the same figures as English, for the same parameters', async () => {
    const own = new Map(flat(await allOf(tag)));
    const wrong: unknown[] = [];
    for (const [path, message] of flat(await allOf('en'))) {
      if (typeof message !== 'function') continue;
      const pair = given(path, message.length)
        .map((each) => [said('en', message, each), said(tag, own.get(path), each)] as const)
        .find(([english, words]) => english !== null && words !== null);
      const [english, words] = pair ?? [null, null];
      const isWhole = figures.every(
        (one) => !english?.includes(String(one)) || words?.includes(String(one)),
      );
      if (words === null || !isWhole) wrong.push([path, english, words]);
    }
    expect(wrong).toEqual([]);
  });

  it('has the headings of linked sections in its guide, if it has one', async () => {
    const { guideSections } = await load();
    const file = new URL(`../../../../docs/guide.${tag}.md`, import.meta.url);
    const headings = existsSync(file) ? readFileSync(file, 'utf8').match(/^## .*$/gm) : null;
    if (headings !== null)
      for (const name of Object.values(guideSections)) expect(headings).toContain(`## ${name}`);
  });
});
