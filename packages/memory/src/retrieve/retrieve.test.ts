import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { labelledMemories } from '../testing/labelled-memories.ts';
import { labelledQueries } from '../testing/labelled-queries.ts';
import { measureRetrieval } from '../testing/retrieval-quality.ts';
import { memoryOf, sampleNow as now } from '../testing/samples.ts';
import { createMemoryIndex } from './memory-index.ts';
import { type Retrieval, retrievalModes } from './retrieval.ts';

function indexOf(memories: readonly Memory[]) {
  const index = createMemoryIndex();
  for (const memory of memories) index.put(memory);
  return index;
}
const index = indexOf(labelledMemories);
const find = (mode: Retrieval['mode'], query: string, more: Partial<Retrieval> = {}) =>
  index.retrieve({ mode, query, now, ...more });
const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

describe('the four retrievals', () => {
  it('are four: for one query each finds something else, and none finds everything', () => {
    const found = retrievalModes.map((mode) => ids(find(mode, 'customers', { limit: 100 })).join());
    expect(new Set(found).size).toBe(4);
    for (const each of found) expect(each.split(',').length).toBeLessThan(10);
  });

  it('say with each hit how it was found, why, and how well', () => {
    const [exact] = find('exact', 'free id');
    expect(exact).toMatchObject({
      id: 'wf-pci',
      method: 'exact',
      reason: { text: 'has these words in this order' },
      fields: [{ field: 'text', snippet: 'choose a free id' }],
    });
    const [semantic] = find('semantic', 'repair a conflict of PCI');
    expect(semantic).toMatchObject({ id: 'wf-pci', method: 'lexical' });
    expect(semantic?.reason.text).toMatch(/has \d+% of what the query says/);
    const [linked] = find('associative', '', { anchors: ['sem-pci'] });
    expect(linked).toMatchObject({
      id: 'wf-pci',
      method: 'links',
      path: ['sem-pci', 'wf-pci'],
      reason: { text: 'reached by 1 link: related' },
    });
    const [before] = find('temporal', '', { anchors: ['ep-drop'], direction: 'before' });
    expect(before).toMatchObject({ id: 'ep-newsite', method: 'time' });
    expect(before?.reason.text).toBe('1 place before it in time');
    for (const { score, relevance } of [exact!, semantic!, linked!, before!]) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(relevance).toBeLessThanOrEqual(1);
    }
  });

  it('put what is important first, then the newest', () => {
    const own = indexOf(
      (['low', 'high', 'medium'] as const).flatMap((importance) =>
        [1, 2].map((at) =>
          memoryOf(
            `${importance}-${at}`,
            'semantic',
            { concept_name: 'a thing' },
            { importance, createdAt: at },
          ),
        ),
      ),
    );
    const asked = { query: 'a thing', now };
    for (const mode of ['exact', 'semantic'] as const) {
      expect(ids(own.retrieve({ mode, ...asked }))).toEqual([
        ...['high-2', 'high-1', 'medium-2', 'medium-1', 'low-2', 'low-1'],
      ]);
      const flat = own.retrieve({ mode, ...asked, importanceWeight: 0 });
      expect(flat[0]?.score).toBe(flat.at(-1)?.score);
    }
  });

  it('keep to a filter', () => {
    const all = { filter: { types: ['workflow'] as const }, limit: 100 };
    expect(ids(find('temporal', '', all)).every((id) => id.startsWith('wf-'))).toBe(true);
    expect(find('exact', 'wf-pci', { filter: { layers: ['public'] } })).toEqual([]);
    expect(find('semantic', 'PCI', { filter: { agents: ['nobody'] } })).toEqual([]);
    expect(
      find('associative', '', { anchors: ['wf-pci'], filter: { types: ['semantic'] } }),
    ).toHaveLength(1);
    expect(find('temporal', '', { limit: 3 })).toHaveLength(3);
  });

  it('never find what is pending, superseded or over, unless asked for', () => {
    const content = { concept_name: 'thing' };
    const own = indexOf([
      memoryOf('p', 'semantic', content, {
        status: 'pending',
        links: [{ to: 'o', kind: 'contradicts' }],
      }),
      memoryOf('o', 'semantic', content, { validUntil: now }),
      memoryOf('a', 'semantic', content, { links: [{ to: 'p', kind: 'related' }] }),
    ]);
    for (const mode of retrievalModes) {
      expect(ids(own.retrieve({ mode, query: 'thing', now })).includes('p')).toBe(false);
      expect(ids(own.retrieve({ mode, query: 'thing', now })).includes('o')).toBe(false);
    }
    const filter = { statuses: ['pending' as const] };
    expect(ids(own.retrieve({ mode: 'exact', query: 'thing', now, filter }))).toEqual(['p']);
  });
});

describe('an exact retrieval', () => {
  it('has whole words', () => {
    expect(find('exact', 'urn')).toEqual([]);
    expect(find('exact', '标识 小区').map(({ id }) => id)).toContain('wf-zh-pci');
  });

  it('does not fail on steps in another form, which would hide all others', () => {
    const own = indexOf([
      memoryOf('a', 'workflow', {
        workflow_name: 'x',
        steps: [{ name: 'go', details: { a: [1] } }],
      }),
      memoryOf('b', 'workflow', { workflow_name: 'x', steps: 'go:there' }),
    ]);
    expect(ids(own.retrieve({ mode: 'exact', query: 'go', now }))).toEqual(['a', 'b']);
  });
});

describe('an associative retrieval', () => {
  it('halves by each link, takes the strongest way, and ends in circles', () => {
    const linked = (id: string, ...to: string[]) =>
      memoryOf(
        id,
        'semantic',
        { concept_name: id },
        { links: to.map((one) => ({ to: one, kind: 'related' })) },
      );
    const own = indexOf([
      linked('a', 'b', 'c'),
      linked('b', 'c', 'a'),
      linked('c', 'd'),
      linked('d', 'e'),
      linked('e', 'a', 'x'),
    ]);
    const hits = own.retrieve({ mode: 'associative', query: '', anchors: ['b'], depth: 4, now });
    expect(hits.map(({ id, relevance }) => [id, relevance])).toEqual([
      ['a', 0.5],
      ['c', 0.5],
      ['d', 0.25],
      ['e', 0.25],
    ]);
    expect(own.neighbours('a').map(({ id }) => id)).toEqual(['b', 'c', 'e']);
    own.remove('a');
    expect(own.neighbours('b').map(({ id }) => id)).toEqual(['c']);
  });

  it('names the direction of a link that is followed backward', () => {
    expect(index.neighbours('ep-drop')).toContainEqual({ id: 'ep-complaints', kind: 'follows' });
    expect(index.neighbours('ep-complaints')).toContainEqual({ id: 'ep-drop', kind: 'precedes' });
  });
});

describe('a retrieval with a model', () => {
  it('finds what shares no word, and says by which model', () => {
    const meaning = { model: 'tiny', near: new Map([['wf-power', 0.9]]) };
    const hits = index.retrieve({ mode: 'semantic', query: '省电', now }, meaning);
    expect(hits[0]).toMatchObject({
      id: 'wf-power',
      method: 'embedding',
      reason: { text: 'has a similar meaning, by the model tiny' },
    });
  });
});

describe('an index of memories', () => {
  it('forgets what was removed or replaced', () => {
    const own = indexOf([memoryOf('a', 'semantic', { concept_name: 'apple' })]);
    own.put(memoryOf('a', 'semantic', { concept_name: 'pear' }, { createdAt: now - 5 }));
    expect(own.size).toBe(1);
    expect(own.textOf('a')).toContain('pear');
    expect(own.retrieve({ mode: 'semantic', query: 'apple', now })).toEqual([]);
    expect(own.retrieve({ mode: 'temporal', query: '', now })).toMatchObject([{ at: now - 5 }]);
    own.remove('a');
    own.remove('a');
    for (const mode of retrievalModes) {
      expect(own.retrieve({ mode, query: 'pear', anchors: ['a'], now })).toEqual([]);
    }
    expect(own.textOf('a')).toBeNull();
  });

  it('survives hostile queries', () => {
    for (const query of ['(', '\\', '"', '=', 'a=', '「」', '\u0000', '❤️', 'x'.repeat(10_000)]) {
      for (const mode of retrievalModes) find(mode, query);
    }
  });
});

describe('the quality of retrieval', () => {
  it('is right for what has words of the memory, in both languages, and finds nothing where there is nothing', () => {
    expect(labelledQueries.length).toBeGreaterThanOrEqual(60);
    const { rows } = measureRetrieval();
    for (const { kind, first, recall, ...group } of rows) {
      if (kind === 'other words') continue;
      expect({ ...group, kind, first, recall }).toMatchObject({ first: 1, recall: 1 });
    }
  });
});
