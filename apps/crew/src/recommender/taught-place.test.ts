import type { RecalledMemory } from '@countersign/hai/recalled';
import { expect, it } from 'vitest';
import { crewTextFor } from '../words/crew-text.ts';
import { taughtPlace, withTaught } from './taught-place.ts';

const words = crewTextFor('en');
const brief = { role: 'sculptor' } as Parameters<typeof taughtPlace>[1];
const memory: RecalledMemory = {
  ...{ id: 'c', version: 1, type: 'semantic', title: '', score: 1, why: '' },
  ...{ approvedBy: 'Ada', path: '/' },
  correction: {
    ...{ question: words.whereToWork('sculptor'), words: '' },
    changes: [
      { path: '/location/city', decided: 'Leipzig' },
      { path: '/remote', decided: 'hybrid-3' },
      { path: '/rate/max', decided: 90 },
      { path: '/startDate' },
    ],
  },
};
const form = {
  location: { country: 'DE', city: '' },
  ...{ remote: 'hybrid-2', startDate: '2026-12-07', rate: { min: 60 } },
};

it('uses the whole of an answer to the same question', () => {
  expect(withTaught(form, taughtPlace([memory], brief, words)!)).toEqual({
    location: { country: 'DE', city: 'Leipzig' },
    ...{ remote: 'hybrid-3', rate: { min: 60, max: 90 } },
  });
});

it('fills in for another question only what is open', () => {
  const other = taughtPlace([memory], { ...brief, role: 'painter' }, words);
  expect(withTaught(form, other!)).toEqual({
    location: { country: 'DE', city: 'Leipzig' },
    ...{ remote: 'hybrid-2', startDate: '2026-12-07', rate: { min: 60, max: 90 } },
  });
});
