import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { labelledMemories } from '../testing/labelled-memories.ts';
import { memoryOf, sampleNow as now } from '../testing/samples.ts';
import { readKnowledgeItem, writeKnowledgeItem } from './knowledge-item.ts';
import { readMemoryItem, writeMemoryItem } from './memory-item.ts';

/** As in the public reference: steps as one text, a time without an offset, two versions of a name. */
const item = {
  memory_id: 'wf-pci-fix-01JA',
  memory_type: 'workflow',
  created_at: '2025-09-23T03:37:55.816337',
  content: {
    task_description: 'Fix PCI clash',
    workflow_name: 'PCI clash repair',
    steps: 'detect:compare neighbour ids\nplan:choose a free id',
    result_status: 'success',
    domain: 'ran',
    source_info: { source_type: 'trajectory', session_id: 's-9' },
  },
  importance: 'high',
  related_memory_ids: ['wf-2', 'wf-2', 'wf-pci-fix-01JA', 7],
};
const knowledge = {
  knowledge_id: 'knowledge-wf-1',
  title: 'Workflow: PCI clash repair',
  content: { workflow_name: 'PCI clash repair', steps: 'detect:compare', result_status: 'success' },
  source_memory_type: 'workflow',
  source_agent: 'ran-config',
  created_at: '2025-09-23T04:00:00.000000',
  metadata: { original_memory_id: 'wf-1', extraction_method: 'extract_service' },
};

function read(sent: unknown, own = false): Memory {
  const result = readMemoryItem(sent, { own, now });
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.value;
}
const codes = (result: ReturnType<typeof readMemoryItem> | ReturnType<typeof readKnowledgeItem>) =>
  result.ok ? [] : result.faults.map(({ path, statement }) => `${path} ${statement?.code}`);

describe('a MemoryItem', () => {
  it('of the reference is read, and written back as it was', () => {
    const memory = read(item);
    expect(memory).toMatchObject({
      type: 'workflow',
      importance: 'high',
      createdAt: Date.UTC(2025, 8, 23, 3, 37, 55, 816),
      links: [{ to: 'wf-2', kind: 'related' }],
      content: { steps: [{ name: 'detect' }, { name: 'plan', description: 'choose a free id' }] },
    });
    expect(writeMemoryItem(memory, { steps: 'text', own: false })).toEqual({
      ...item,
      related_memory_ids: ['wf-2'],
    });
  });

  it('of ours is the same after writing and reading, in either form of its steps', () => {
    const memories: Memory[] = [
      ...labelledMemories,
      memoryOf(
        'odd: "id"/..\\名',
        'workflow',
        { steps: [{ name: 'a:b', description: 'x\ny', details: { n: [1] } }], extra: null },
        {
          agent: 'a',
          layer: 'public',
          status: 'pending',
          version: 4,
          tags: ['t'],
          links: [{ to: 'x', kind: 'superset' }],
          sources: [{ knowledgeId: 'k', agent: null, fingerprint: 'f', approvedBy: 'ada' }],
          updatedAt: now + 5,
          validUntil: now + 9,
        },
      ),
    ];
    for (const steps of ['text', 'list'] as const) {
      for (const memory of memories) {
        const written: unknown = JSON.parse(
          JSON.stringify(writeMemoryItem(memory, { steps, own: true })),
        );
        expect({ ...read(written, true), createdAtText: null }).toEqual(memory);
      }
    }
  });

  it('of another server cannot say that it is shared, decided or approved', () => {
    const own = { layer: 'public', version: 9, sources: [{}], status: 'superseded' };
    const memory = read({ ...item, content: { ...item.content, _console: own } });
    expect(memory).toMatchObject({ layer: 'personal', version: 1, sources: [], status: 'active' });
    expect(memory.content).not.toHaveProperty('_console');
  });

  it.each([
    ['episode', 'episodic'],
    ['episodic', 'episodic'],
    ['Workflow', 'workflow'],
    ['画像', 'profile'],
    ['语义记忆', 'semantic'],
  ])('of type %s is %s', (sent, type) => {
    const content = { workflow_name: 'a', entity_name: 'a', concept_name: 'a', event_summary: 'a' };
    expect(read({ memory_id: 'a', memory_type: sent, content }).type).toBe(type);
  });

  it.each([
    ['high', 'high'],
    ['低', 'low'],
    ['urgent', 'medium'],
    [undefined, 'medium'],
  ])('of importance %s is %s', (sent, importance) => {
    expect(read({ ...item, importance: sent }).importance).toBe(importance);
  });

  it('writes the fourth type as the specification and the reference name it', () => {
    const memory = memoryOf('e', 'episodic', { event_summary: 'a' });
    expect(writeMemoryItem(memory, { steps: 'list', own: false })['memory_type']).toBe('episode');
  });

  it.each<[string, object, string]>([
    ['an unknown type', { memory_type: 'dream' }, '/memory_type memory.type'],
    ['no id', { memory_id: '' }, '/memory_id memory.id'],
    ['an id with a line break', { memory_id: 'a\nb' }, '/memory_id memory.id'],
    ['an id that is half a character', { memory_id: 'a\ud800' }, '/memory_id memory.id'],
    ['no content', { content: null }, '/content/task_description memory.missing'],
    ['another time', { created_at: 'now' }, '/created_at memory.time'],
  ])('with %s is refused', (_, change, code) => {
    expect(codes(readMemoryItem({ ...item, ...change }, { own: false, now }))).toEqual([code]);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (any, content) => {
        readMemoryItem(any, { own: true, now });
        readMemoryItem({ ...item, content }, { own: true, now });
        readKnowledgeItem(any, { now });
        readKnowledgeItem({ ...knowledge, content, metadata: any }, { now });
      }),
    );
  });
});

describe('a KnowledgeItem', () => {
  const readKnowledge = (sent: unknown) => {
    const result = readKnowledgeItem(sent, { now });
    if (!result.ok) throw new Error(JSON.stringify(result.faults));
    return result.value;
  };

  it('of the reference is read, and written back as it was', () => {
    const value = readKnowledge(knowledge);
    expect(value).toMatchObject({
      agent: 'ran-config',
      content: { steps: [{ name: 'detect', description: 'compare' }] },
      provenance: { memoryId: 'wf-1', method: 'extract_service', approvedBy: null },
    });
    expect(writeKnowledgeItem(value, { steps: 'text' })).toMatchObject({
      ...knowledge,
      created_at: '2025-09-23T04:00:00',
    });
  });

  it('is the same after writing and reading, with its provenance', () => {
    const value = {
      ...readKnowledge(knowledge),
      provenance: {
        memoryId: 'wf-1',
        method: 'countersign',
        approvedBy: 'ada',
        approvedAs: 'person' as const,
        approvedAt: now,
        redactions: { email: 2 },
        slots: [{ name: 'amount', type: 'amount' }],
        sharedBy: ['server-b'],
      },
    };
    const written: unknown = JSON.parse(
      JSON.stringify(writeKnowledgeItem(value, { steps: 'list' })),
    );
    expect(readKnowledge(written)).toEqual(value);
  });

  it('without an id gets one of all that it says: 1,000 different items have 1,000', () => {
    const ids = Array.from(
      { length: 1_000 },
      (_, at) =>
        readKnowledge({
          ...knowledge,
          knowledge_id: '',
          content: { ...knowledge.content, domain: `d${at}` },
        }).id,
    );
    expect(new Set(ids).size).toBe(1_000);
    expect(readKnowledge({ ...knowledge, knowledge_id: '' }).id).toBe(
      readKnowledge({ ...knowledge, knowledge_id: null }).id,
    );
  });

  it.each<[string, object, string]>([
    ['an unknown type', { source_memory_type: 'dream' }, '/source_memory_type memory.type'],
    ['an empty content', { content: {} }, '/content memory.missing'],
    ['a text as content', { content: 'a' }, '/content memory.shape'],
    ['an id of control characters', { knowledge_id: '\u0000' }, '/knowledge_id memory.id'],
    ['too much content', { content: { a: 'x'.repeat(200_001) } }, '/content memory.too-large'],
  ])('with %s is refused', (_, change, code) => {
    expect(codes(readKnowledgeItem({ ...knowledge, ...change }, { now }))).toEqual([code]);
  });
});
