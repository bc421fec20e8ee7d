import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleNow as now } from '../testing/samples.ts';
import { readKnowledgeItem, writeKnowledgeItem } from './knowledge-item.ts';

/** As in the public reference: steps as one text, a time without an offset. */
const knowledge = {
  knowledge_id: 'knowledge-wf-1',
  title: 'Workflow: PCI clash repair',
  content: { workflow_name: 'PCI clash repair', steps: 'detect:compare', result_status: 'success' },
  source_memory_type: 'workflow',
  source_agent: 'ran-config',
  created_at: '2025-09-23T04:00:00.000000',
  metadata: { original_memory_id: 'wf-1', extraction_method: 'extract_service' },
};

const codes = (result: ReturnType<typeof readKnowledgeItem>) =>
  result.ok ? [] : result.faults.map(({ path, statement }) => `${path} ${statement?.code}`);

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

  it.each([
    ['episode', 'episodic'],
    ['episodic', 'episodic'],
    ['Workflow', 'workflow'],
    ['画像', 'profile'],
    ['语义记忆', 'semantic'],
  ])('of type %s is %s', (sent, type) => {
    const content = { event_pattern: 'a', workflow_name: 'a', entity_type: 'a', concept_name: 'a' };
    expect(readKnowledge({ ...knowledge, source_memory_type: sent, content }).type).toBe(type);
  });

  it('writes the fourth type as the specification and the reference name it', () => {
    const content = { event_pattern: 'a' };
    const value = readKnowledge({ ...knowledge, source_memory_type: 'episodic', content });
    expect(writeKnowledgeItem(value, { steps: 'list' })['source_memory_type']).toBe('episode');
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
    ['an id with a line break', { knowledge_id: 'a\nb' }, '/knowledge_id memory.id'],
    ['an id that is half a character', { knowledge_id: 'a\ud800' }, '/knowledge_id memory.id'],
    ['another time', { created_at: 'now' }, '/created_at memory.time'],
    ['an id of control characters', { knowledge_id: '\u0000' }, '/knowledge_id memory.id'],
    ['too much content', { content: { a: 'x'.repeat(200_001) } }, '/content memory.too-large'],
  ])('with %s is refused', (_, change, code) => {
    expect(codes(readKnowledgeItem({ ...knowledge, ...change }, { now }))).toEqual([code]);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.jsonValue(), (any, content) => {
        readKnowledgeItem(any, { now });
        readKnowledgeItem({ ...knowledge, content, metadata: any }, { now });
      }),
    );
  });
});
