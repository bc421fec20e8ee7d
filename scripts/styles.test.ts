import { describe, expect, it } from 'vitest';
import { classesOf, namedByComponents, rulesOf, sheets } from './styles.mjs';

/** Short, but complete words: primitives, and parts of the product. */
const shortWords =
  'row grow ink icon mono link code menu tabs page form rail seal flow task tile wall bell bulk keys rank dark';
/** Classes styled by a library. */
const foreign = /^react-flow__/;
/** Blocks of three or more declarations that occur in several rules; a block needed by many parts is a primitive. */
const maxRepeated = 12;

const read = sheets().map(({ path, text }) => ({ path, rules: rulesOf(text) }));
const rules = read.flatMap(({ path, rules }) => rules.map((rule) => ({ path, ...rule })));
const drawn = new Set(rules.flatMap(({ selector }) => classesOf(selector)));
const named = namedByComponents();
const isComposed = (name: string) => [...named.stems].some((stem) => name.startsWith(stem));

describe('the style sheets', () => {
  it('name classes by words', () => {
    const short = [...drawn].filter((name) => name.length < 5);
    const known = shortWords.split(' ');
    expect(short.filter((name) => !known.includes(name))).toEqual([]);
    expect([...drawn].filter((name) => /-[a-z]$/.test(name))).toEqual([]);
  });

  it('draw only classes that a component names', () => {
    const unused = [...drawn].filter(
      (name) => !named.words.has(name) && !isComposed(name) && !foreign.test(name),
    );
    expect(unused).toEqual([]);
  });

  it('draw every class that a component names', () => {
    const bare = [...named.classes].filter((name) => !drawn.has(name));
    expect(bare).toEqual([]);
  });

  it('repeat no more blocks of declarations than allowed', () => {
    const counts = new Map<string, number>();
    for (const { declarations } of rules) {
      if (declarations.length < 3) continue;
      const block = declarations.toSorted().join('; ');
      counts.set(block, (counts.get(block) ?? 0) + 1);
    }
    const repeated = [...counts].filter(([, count]) => count > 1);
    const total = repeated.reduce((sum, [, count]) => sum + count - 1, 0);
    expect(total, repeated.map(([block]) => block).join('\n')).toBeLessThanOrEqual(maxRepeated);
  });
});
