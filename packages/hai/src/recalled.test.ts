import { expect, it } from 'vitest';
import { type RecalledMemory, recalledEntry, recalledIn } from './recalled.ts';

const memory: RecalledMemory = {
  ...{ id: 'correction-1', version: 2, type: 'semantic', title: 'Where?', score: 0.8 },
  ...{ why: 'has 80% of what the query says', approvedBy: 'Ada', path: '/knowledge/memories/x' },
  correction: { question: 'Where?', words: '', changes: [{ path: '/city', decided: 'Leipzig' }] },
};

it('reads what it writes, among other entries', () => {
  const other = { description: 'Attached: a.txt', value: 'text' };
  const context = [other, recalledEntry('hire', [memory])];
  expect(recalledIn(context)).toEqual({ query: 'hire', memories: [memory] });
  expect(recalledIn([other])).toBeNull();
  expect(recalledIn(undefined)).toBeNull();
});

it('leaves out what it cannot read', () => {
  const { description } = recalledEntry('', []);
  for (const value of ['{', '[]', '{"query":1}']) {
    expect(recalledIn([{ description, value }])).toBeNull();
  }
  const value = JSON.stringify({ query: 'q', memories: [{ id: 1 }, memory] });
  expect(recalledIn([{ description, value }])?.memories).toEqual([memory]);
});
