import { describe, expect, it } from 'vitest';
import { similarity } from './embedder.ts';
import { hashedVector } from './hashed-vector.ts';
import { indexTerms, normalise, queryTerms } from './search-text.ts';

describe('text for the search', () => {
  it('has one width, one case and one space', () => {
    expect(normalise('Ｆind　 the\n ROUTE!!! ♥')).toBe('find the route!');
  });

  it('is split into words, and Chinese into pairs of characters', () => {
    expect(indexTerms('5G基站 map')).toEqual(['5g', '基', '站', '基站', 'map']);
    expect(queryTerms('请帮我找一个分析基站的智能体')).toEqual(['分析', '析基', '基站']);
    expect(queryTerms('站')).toEqual(['站']);
  });

  it('keeps words that say nothing if there are no others', () => {
    expect(queryTerms('find the fastest route')).toEqual(['fastest', 'route']);
    expect(queryTerms('find the')).toEqual(['find', 'the']);
    expect(queryTerms('find the agent', new Set(['agent']))).toEqual(['find', 'the', 'agent']);
    expect(queryTerms('find the agent', new Set(['the']))).toEqual(['agent']);
    expect(queryTerms('智能体')).not.toEqual([]);
  });
});

describe('a vector of spelling', () => {
  it('is near that of a similar text, in any script', () => {
    const near = (one: string, other: string) => similarity(hashedVector(one), hashedVector(other));
    expect(near('route planner', 'Route planner')).toBeCloseTo(1);
    expect(near('route planner', 'route planers')).toBeGreaterThan(
      near('route planner', 'billing'),
    );
    expect(near('基站速率', '基站速率下降')).toBeGreaterThan(near('基站速率', '修改小区'));
    expect(near('', 'a')).toBe(0);
  });

  it('of another length is unrelated', () => {
    expect(similarity([1], [1, 0])).toBe(0);
    expect(similarity([1, 0], [-1, 0])).toBe(0);
  });
});
