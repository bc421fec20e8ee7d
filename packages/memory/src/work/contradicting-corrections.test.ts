import { describe, expect, it } from 'vitest';
import { createMemory } from '../model/create-memory.ts';
import type { Layer, Memory } from '../model/memory.ts';
import { contradictedBy } from './contradicting-corrections.ts';

interface Given {
  id?: string;
  question?: string;
  choice?: string;
  changes?: { path: string; proposed?: unknown; decided?: unknown }[];
  words?: string;
  agent?: string;
  layer?: Layer;
  caller?: string | null;
}

const correction = ({ id = 'one', question = 'Where?', choice = 'edited', ...more }: Given) =>
  ({
    ...createMemory({
      ...{ id, type: 'semantic', agent: more.agent ?? 'demo', status: 'active', createdAt: 1 },
      origin: { kind: 'correction', caller: more.caller ?? null },
      content: {
        ...{ concept_name: question, definition: more.words ?? '', relations: [], domain: '' },
        properties: { choice, changes: more.changes ?? [] },
      },
    }),
    layer: more.layer ?? 'personal',
  }) as Memory;

const city = (decided: unknown, path = '/city') => [{ path, proposed: '', decided }];
const between = (mine: Given, theirs: Given) =>
  contradictedBy(correction({ ...theirs, id: 'other' }), [correction(mine)]);

describe('two corrections contradict each other', () => {
  it.each<[string, Given, Given, object]>([
    [
      'with another value for one place',
      { changes: city('Leipzig') },
      { changes: city('Berlin') },
      { path: '/city', mine: 'Leipzig', theirs: 'Berlin' },
    ],
    [
      'if one removes what the other sets',
      { changes: [{ path: '/city', proposed: 'Bonn' }] },
      { changes: city('Berlin') },
      { path: '/city', theirs: 'Berlin' },
    ],
    [
      'if one sets the whole, and the other a part of it',
      { changes: city({ city: 'Leipzig', zip: '04103' }, '/place') },
      { changes: city('Berlin', '/place/city') },
      { path: '/place/city', mine: 'Leipzig', theirs: 'Berlin' },
    ],
    [
      'in words that say the contrary',
      { choice: 'instructed', words: 'Always round up the amounts' },
      { choice: 'instructed', words: 'Never round up the amounts' },
      { path: null, mine: 'Always round up the amounts', theirs: 'Never round up the amounts' },
    ],
    [
      'also if the question is written in another way',
      { question: 'where', changes: city('Leipzig') },
      { question: 'Where?', changes: city('Berlin') },
      { path: '/city', mine: 'Leipzig', theirs: 'Berlin' },
    ],
  ])('%s', (_, mine, theirs, place) => {
    expect(between(mine, theirs)).toEqual([
      { other: correction(mine), places: [place], mayKeepBoth: false },
    ]);
  });

  it.each<[string, Given, Given]>([
    ['with the same value', { changes: city('Leipzig') }, { changes: city('Leipzig') }],
    ['for different places', { changes: city('Leipzig') }, { changes: city('Berlin', '/town') }],
    [
      'if the whole has that part',
      { changes: city({ city: 'Berlin' }, '/place') },
      { changes: city('Berlin', '/place/city') },
    ],
    [
      'about different questions',
      { changes: city('Leipzig') },
      { question: 'Who?', changes: city('Berlin') },
    ],
    [
      'if one is a rejection, which teaches no value',
      { choice: 'rejected', changes: [{ path: '', proposed: { city: 'Bonn' } }] },
      { changes: city('Berlin') },
    ],
    [
      'of different agents, each only for its own',
      { changes: city('Leipzig') },
      { agent: 'other', changes: city('Berlin') },
    ],
    [
      'of different callers: no run is given both',
      { caller: 'a', changes: city('Leipzig') },
      { caller: 'b', changes: city('Berlin') },
    ],
  ])('not %s', (_, mine, theirs) => expect(between(mine, theirs)).toEqual([]));

  it.each<[string, Given, Given]>([
    ['one is for all agents', { layer: 'group' }, {}],
    ['one is of another agent and for all', { agent: 'other', layer: 'group' }, {}],
    ['one is of a caller', { caller: 'a' }, {}],
  ])('and both may be kept if %s', (_, mine, theirs) => {
    const found = between(
      { ...mine, changes: city('Leipzig') },
      { ...theirs, changes: city('Berlin') },
    );
    expect(found.map(({ mayKeepBoth }) => mayKeepBoth)).toEqual([true]);
  });
});
