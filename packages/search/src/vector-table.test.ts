import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarity } from './embedder.ts';
import { createVectorTable } from './vector-table.ts';

describe('a table of vectors', () => {
  it('finds the nearest, best first, with nearly the exact cosine', () => {
    const places = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
      minLength: 16,
      maxLength: 16,
    });
    fc.assert(
      fc.property(fc.array(places, { maxLength: 200 }), places, (vectors, query) => {
        const table = createVectorTable(16);
        for (const [at, vector] of vectors.entries()) table.put(String(at), vector);
        const found = [...table.nearest(query, 5)];
        for (const [id, near] of found) {
          expect(Math.abs(near - similarity(query, vectors[Number(id)] ?? []))).toBeLessThan(0.02);
        }
        const exact = vectors.map((vector) => similarity(query, vector)).sort((a, b) => b - a);
        for (const [at, [, near]] of found.entries()) {
          expect(Math.abs(near - (exact[at] ?? 0))).toBeLessThan(0.02);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('replaces and removes, and fills the free place', () => {
    const table = createVectorTable(2);
    for (let at = 0; at < 200; at += 1) table.put(String(at), [at, 1]);
    table.put('0', [1, 0]);
    table.remove('3');
    table.remove('3');
    table.remove('199');
    expect(table.size).toBe(198);
    const found = table.nearest([1, 0], 500);
    expect(found.size).toBe(198);
    expect(found.has('3')).toBe(false);
    expect(found.get('0')).toBeCloseTo(1);
    expect(table.has('198')).toBe(true);
  });

  it('has nothing for a vector of another length, of zeros, or of what is no number', () => {
    const table = createVectorTable(2);
    table.put('a', [Number.NaN, 1]);
    expect(() => table.put('b', [1])).toThrow(RangeError);
    expect(table.nearest([1], 5).size).toBe(0);
    expect(table.nearest([0, 0], 5).size).toBe(0);
    expect(table.nearest([0, 1], 5).get('a')).toBeCloseTo(1);
  });
});
