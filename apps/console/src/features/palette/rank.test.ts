import { describe, expect, it } from 'vitest';
import { beginsAWord, findBest, LISTED } from './rank.ts';

const find = (titles: readonly string[], query: string, also: Record<string, string[]> = {}) =>
  findBest(titles, query, (title) => ({ title, also: also[title] ?? [] }));

describe('what the palette finds', () => {
  it('begins with whole words, then beginnings, then letters inside', () =>
    expect(find(['Forewarn', 'Warned of war', 'Warning', 'A war'], 'war')).toEqual([
      'Warned of war',
      'A war',
      'Warning',
      'Forewarn',
    ]));

  it('requires every word, anywhere, and prefers the title', () => {
    const also = { 'Refund order': ['Desk'], 'Desk of refunds': [], Refund: ['Shop'] };
    expect(find(Object.keys(also), 'refund desk', also)).toEqual([
      'Desk of refunds',
      'Refund order',
    ]);
  });

  it('finds ids by their whole, their beginning and their parts', () => {
    const id = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
    const also = { One: [id], Other: ['run-77c1aa00-9d5a-4c7b-8a54-0f6f5e2a9b12'] };
    for (const query of [id, id.slice(0, 12), '3f2b6c1e', id.toUpperCase()])
      expect(find(['Other', 'One'], query, also)).toEqual(['One']);
  });

  it('finds words of scripts without blanks, and no letter inside of anything', () => {
    expect(find(['确认面试邀请', '退款'], '面试')).toEqual(['确认面试邀请']);
    expect(find(['Inbox', 'Wall'], 'x')).toEqual([]);
  });

  it('lists five, without a query the first five', () => {
    const many = Array.from({ length: 9 }, (_, index) => `Task ${index}`);
    expect(find(many, '')).toEqual(many.slice(0, LISTED));
    expect(find(many, 'task')).toEqual(many.slice(0, LISTED));
  });

  it('knows what only has the letters inside a word', () => {
    const begins = (title: string, query: string, also: string[] = []) =>
      beginsAWord({ title, also }, query);
    expect(begins('Radio Master', 'ra')).toBe(true);
    expect(begins('Where should it work?', 'ra', ['Radio Master'])).toBe(true);
    expect(begins('Operators', 'ra')).toBe(false);
    expect(begins('Radio operators', 'ra tors')).toBe(false);
    expect(begins('Operators', '')).toBe(true);
  });
});
