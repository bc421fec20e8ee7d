import { describe, expect, it } from 'vitest';
import { extract } from '../extract/extract.ts';
import { createIdSource } from '../model/id-source.ts';
import { createMemoryIndex } from '../retrieve/memory-index.ts';
import { sampleNow as now } from '../testing/samples.ts';
import { correctedMembers, correctionsOfTask } from './corrections-of-task.ts';
import type { DecisionFact, FinishedTask } from './finished-task.ts';
import { memoriesOfTask } from './memories-of-task.ts';
import { type RecallRequest, recallForRun } from './recall-for-run.ts';

const createId = createIdSource({ now: () => now, randomBytes: (size) => new Uint8Array(size) });
const decision: DecisionFact = {
  id: 'd-1',
  subject: 'Send the invitation to the freelancer',
  choice: 'edited',
  by: 'ada',
  at: now,
  proposed: { mail: { subject: 'Hi', cc: ['x'] }, at: 8 },
  decided: { mail: { subject: 'Interview', cc: ['x'] }, at: 10 },
  words: 'Never before ten',
};
const task: FinishedTask = {
  id: 't-1',
  agent: 'recruiter',
  title: 'Invite a freelancer to an interview',
  domain: 'hiring',
  outcome: 'failed',
  startedAt: now - 60_000,
  endedAt: now,
  steps: [
    { name: 'find', description: 'a free hour', tool: 'calendar' },
    { name: 'send', description: 'the invitation', tool: '' },
  ],
  decisions: [decision],
};

describe('a finished task', () => {
  it('becomes an event and a procedure that keeps its result, linked with each other', () => {
    const [event, workflow] = memoriesOfTask(task, createId);
    expect(event).toMatchObject({
      type: 'episodic',
      layer: 'personal',
      agent: 'recruiter',
      importance: 'high',
      links: [{ to: workflow?.id }],
      content: {
        participants: ['ada'],
        learnings: ['Send the invitation to the freelancer: edited'],
      },
    });
    expect(workflow).toMatchObject({
      type: 'workflow',
      links: [{ to: event?.id }],
      content: {
        result_status: 'failed',
        steps: [
          { name: 'find', details: { tool: 'calendar' } },
          { name: 'send', details: {} },
        ],
      },
    });
    // The operator's name is nothing to share.
    const { knowledge } = extract([event!], { filter: { now }, standardise: { now } });
    expect(JSON.stringify(knowledge)).not.toContain('ada"');
    expect(memoriesOfTask({ ...task, steps: [] }, createId)).toHaveLength(1);
  });
});

describe('a correction', () => {
  it('says what was changed, why, and by which decision', () => {
    expect(correctionsOfTask(task, createId)).toMatchObject([
      {
        type: 'semantic',
        status: 'pending',
        tags: ['correction', 'edited', 'hiring'],
        content: {
          concept_name: 'Send the invitation to the freelancer',
          definition: 'Never before ten',
          properties: {
            changes: [
              { path: '/mail/subject', proposed: 'Hi', decided: 'Interview' },
              { path: '/at', proposed: 8, decided: 10 },
            ],
          },
          source_info: { decision_id: 'd-1' },
        },
      },
    ]);
    expect(correctedMembers({ a: 1 }, { b: 2 })).toEqual([
      { path: '/a', proposed: 1 },
      { path: '/b', decided: 2 },
    ]);
  });

  it('is made of edits, rejections, instructions and values, not of plain approvals', () => {
    const count = (change: Partial<DecisionFact>) =>
      correctionsOfTask({ ...task, decisions: [{ ...decision, words: '', ...change }] }, createId)
        .length;
    expect(count({ choice: 'approved' })).toBe(0);
    expect(count({ choice: 'approved', words: 'but shorter' })).toBe(1);
    expect(count({ choice: 'edited', decided: decision.proposed })).toBe(0);
    expect(count({ choice: 'rejected' })).toBe(1);
    expect(count({ choice: 'filled', proposed: null })).toBe(1);
  });
});

describe('a run', () => {
  const index = createMemoryIndex();
  const [correction] = correctionsOfTask(task, createId);
  for (const memory of memoriesOfTask(task, createId)) index.put(memory);
  const request = {
    agent: 'recruiter',
    query: 'invite the freelancer',
    tags: [],
    isOn: true,
    limit: 5,
    now,
  };
  const given = (change: Partial<RecallRequest> = {}) =>
    recallForRun(index, { ...request, ...change }).map(({ memory }) => memory.id);

  it('is given a correction once a person has reviewed it, first of all and with the reason', () => {
    index.put(correction!);
    expect(given()).not.toContain(correction?.id);
    index.put({ ...correction!, status: 'active' });
    expect(given()[0]).toBe(correction?.id);
    expect(recallForRun(index, request)[0]?.why.text).toMatch(/has \d+% of what the query says/);
  });

  it('is given no correction of another matter', () => {
    index.put({ ...correction!, status: 'active' });
    expect(given({ query: 'Repair the pump of the second cooling circuit' })).toEqual([]);
  });

  it('is given nothing that is personal to another agent, unless it was promoted', () => {
    expect(given({ agent: 'other' })).toEqual([]);
    index.put({ ...correction!, status: 'active', layer: 'group' });
    expect(given({ agent: 'other' })).toEqual([correction?.id]);
  });

  it('is given nothing if it is switched off, nor beyond its tags', () => {
    expect(given({ isOn: false })).toEqual([]);
    expect(recallForRun(index, { ...request, tags: ['billing'] })).toEqual([]);
    expect(recallForRun(index, { ...request, tags: ['correction'] })).toHaveLength(1);
    expect(given({ types: ['profile'] })).toEqual([]);
    expect(given({ types: ['semantic'] })).toEqual([correction?.id]);
  });
});
