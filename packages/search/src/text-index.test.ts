import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextIndex } from './text-index.ts';

const fields = ['name', 'text'] as const;
const indexOf = (texts: Readonly<Record<string, readonly [string, string]>>) => {
  const index = createTextIndex({ fields, boost: { name: 3 } });
  for (const [id, [name, text]] of Object.entries(texts)) index.put(id, { name, text });
  return index;
};
const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id).sort();

describe('an index of texts', () => {
  const index = indexOf({
    a: ['handover', 'tuning of thresholds 1200'],
    b: ['power', 'handover at night'],
    c: ['切换优化', '门限 1201'],
  });

  it('finds words, beginnings and typing errors, each of which counts less', () => {
    const shared = (query: string) => index.search(query).find(({ id }) => id === 'a')?.shared ?? 0;
    expect(shared('handover')).toBe(1);
    expect(shared('hand')).toBe(0.9);
    expect(shared('handovr')).toBe(0.6);
    expect(shared('banana')).toBe(0);
    expect(idsOf(index.search('切换'))).toEqual(['c']);
  });

  it('takes no number for another', () => {
    expect(idsOf(index.search('1201'))).toEqual(['c']);
  });

  it('ranks by field, says where a term was found, and keeps to the best that are accepted', () => {
    const hits = index.search('handover');
    const [a, b] = ['a', 'b'].map((id) => hits.find((hit) => hit.id === id));
    expect(a?.rank).toBeGreaterThan(b?.rank ?? 0);
    expect(b?.matches).toEqual([
      { share: 1, quality: 1, found: [{ term: 'handover', fields: ['text'] }] },
    ]);
    expect(idsOf(index.search('handover', { most: 1 }))).toEqual(['a']);
    expect(idsOf(index.search('handover', { most: 1, accepts: (id) => id !== 'a' }))).toEqual([
      'b',
    ]);
    expect(index.withAll('handover night')).toEqual(['b']);
    expect(index.nearly('name', 'handovre', 5)).toEqual(['a']);
  });

  it('after any changes is as if it had been filled with what is left', () => {
    const word = fc.constantFrom('red', 'green', 'blue', 'bluish', '基站', '速率');
    const step = fc.record({ id: fc.nat(6), text: fc.option(fc.array(word, { maxLength: 5 })) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), word, (steps, query) => {
        const changed = indexOf({});
        const left = new Map<string, string>();
        for (const { id, text } of steps) {
          const key = `e${id}`;
          if (text === null) {
            changed.remove(key);
            left.delete(key);
          } else {
            changed.put(key, { name: '', text: text.join(' ') });
            left.set(key, text.join(' '));
          }
        }
        const fresh = indexOf({});
        for (const [id, text] of left) fresh.put(id, { name: '', text });
        const rows = (index: typeof fresh) =>
          index
            .search(query)
            .map(({ id, shared, rank }) => [id, shared, rank.toFixed(9)])
            .sort();
        expect(rows(changed)).toEqual(rows(fresh));
        expect(changed.size).toBe(left.size);
        expect(changed.withAll(query).sort()).toEqual(fresh.withAll(query).sort());
      }),
    );
  });
});
