import { describe, expect, it } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { memoryOf, sampleNow as now } from '../testing/samples.ts';
import { addMemories } from './add-memories.ts';
import { createKnownMemories } from './known-memories.ts';

const steps = ['find: a free hour', 'send: the invitation'];
const workflow = (
  id: string,
  content: object = {},
  more: Partial<Omit<Memory, 'type' | 'content'>> = {},
) =>
  memoryOf(
    id,
    'workflow',
    { workflow_name: 'Invite a freelancer', steps, result_status: 'success', ...content },
    { agent: 'recruiter', ...more },
  );
const confirmed = { id: 'ada', name: 'Ada', at: now };
const addedTo = (known: readonly Memory[], ...memories: Memory[]) =>
  addMemories(memories, createKnownMemories(known), { now });

describe('what is learnt again', () => {
  it('is counted by the memory that says it, once for each time', () => {
    const first = workflow('wf-1', {}, { confirmed });
    const { memories, revisions, questions } = addedTo([first], workflow('wf-2'));
    expect(memories).toMatchObject([
      { id: 'wf-1', content: first.content, confirmed, sources: [{ knowledgeId: 'wf-2' }] },
    ]);
    expect([revisions.length, questions.length]).toEqual([1, 0]);
    expect(addedTo(memories, workflow('wf-2')).memories).toEqual([]);
  });

  it('keeps what was learnt with it linked with what says it', () => {
    const event = memoryOf(
      'ep-2',
      'episodic',
      { event_summary: 'Ada was invited', learnings: ['never before ten'] },
      { agent: 'recruiter', links: [{ to: 'wf-2', kind: 'related' }] },
    );
    const { memories } = addedTo([workflow('wf-1')], event, workflow('wf-2'));
    expect(memories.find(({ id }) => id === 'ep-2')?.links).toEqual([
      { to: 'wf-1', kind: 'related' },
    ]);
  });

  it('with more is linked, and nothing is overwritten', () => {
    const more = workflow('wf-2', { steps: [...steps, 'remind: one day before'] });
    const { memories, questions } = addedTo([workflow('wf-1')], more);
    expect(memories).toMatchObject([
      { id: 'wf-2', links: [{ to: 'wf-1', kind: 'subset' }] },
      { id: 'wf-1', links: [{ to: 'wf-2', kind: 'superset' }] },
    ]);
    expect(questions).toEqual([]);
  });

  it('and contradicts it is a question, which takes nothing out of use that a person has confirmed', () => {
    const failed = workflow('wf-2', { result_status: 'failed' });
    const against = addedTo([workflow('wf-1', {}, { confirmed })], failed);
    expect(against.questions).toMatchObject([
      { kind: 'contradiction', mine: { id: 'wf-1' }, theirs: { id: 'wf-2' } },
    ]);
    const statusOf = (memories: readonly Memory[], id: string) =>
      memories.find((one) => one.id === id)?.status;
    expect(statusOf(against.memories, 'wf-2')).toBe('pending');
    expect(statusOf(against.memories, 'wf-1')).toBe('active');
    const both = addedTo([workflow('wf-1')], failed).memories;
    expect(['wf-1', 'wf-2'].map((id) => statusOf(both, id))).toEqual(['pending', 'pending']);
  });

  it.each([
    ['another agent', { agent: 'other' }],
    ['another caller', { origin: { kind: 'work' as const, caller: 'a' } }],
    ['a person', { origin: { kind: 'person' as const, caller: null } }],
  ])('is not compared with what is of %s', (_, more) => {
    const { memories } = addedTo([workflow('wf-1', {}, more)], workflow('wf-2'));
    expect(memories).toMatchObject([{ id: 'wf-2', links: [] }]);
  });
});
