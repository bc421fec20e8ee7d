import { exactNumber } from '@countersign/json/exact-number';
import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from './locale.ts';
import { oneLine } from './one-line.ts';

afterEach(() => setLocale('en'));

describe('a value in one line', () => {
  it.each([
    [{ name: 'React', level: 'expert', years: 5 }, 'React, expert, 5 y'],
    [
      [
        { name: 'React', level: 'expert', years: 5 },
        { level: 'working', years: 2, name: 'TypeScript' },
      ],
      'React, expert, 5 y; TypeScript, working, 2 y',
    ],
    [{ value: 412.8, currency: 'EUR' }, '412.8 EUR'],
    [{ order: '88-20417', amount: { value: 20, currency: 'EUR' } }, '88-20417, 20 EUR'],
    [{ cell: 'NTO-0415-1', pci: 220, locked: false }, 'NTO-0415-1, pci 220, not locked'],
    [['a', 'b', 3], 'a, b, 3'],
    [{ city: '莱比锡', country: 'DE', note: '' }, '莱比锡, DE'],
    [{ name: 'مراد', lines: 'one\ntwo' }, 'مراد, one two'],
    [{ total: exactNumber('9007199254740993') }, 'total 9007199254740993'],
    [true, 'yes'],
    [null, ''],
    [{}, ''],
  ])('%j', (value, words) => {
    expect(oneLine(value)).toBe(words);
  });

  it('is cut where it is longer than a line, and never JSON however deep', () => {
    const deep = { a: { b: { c: { d: { e: { f: 'x' } } } } } };
    expect(oneLine(deep)).toBe('…');
    expect(oneLine('long '.repeat(400)).length).toBeLessThan(420);
  });
});

it('lists by the rules of the language', () => {
  setLocale('zh-CN');
  expect(oneLine([1, 2, 3])).toBe('1、2、3');
  expect(oneLine({ name: '莱比锡', country: 'DE' })).toBe('莱比锡、DE');
});
