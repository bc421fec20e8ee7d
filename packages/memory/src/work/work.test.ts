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
  caller: null,
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
        learnings: [
          'Send the invitation to the freelancer: edited (/mail/subject "Interview", /at 10. Never before ten)',
        ],
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

  it('in which nobody taught anything leaves nothing', () => {
    const approved = { ...decision, choice: 'approved' as const, words: 'as the budget allows' };
    expect(memoriesOfTask({ ...task, decisions: [] }, createId)).toEqual([]);
    expect(memoriesOfTask({ ...task, decisions: [approved] }, createId)).toEqual([]);
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

  it('has every member of an edit, also of more than are listed one by one', () => {
    const numbered = (value: number) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, value]));
    expect(correctedMembers(numbered(1), numbered(2))).toEqual([
      { path: '', proposed: numbered(1), decided: numbered(2) },
    ]);
  });

  it('is made of edits, rejections, instructions and values, not of plain approvals', () => {
    const count = (change: Partial<DecisionFact>) =>
      correctionsOfTask({ ...task, decisions: [{ ...decision, words: '', ...change }] }, createId)
        .length;
    expect(count({ choice: 'approved' })).toBe(0);
    expect(count({ choice: 'approved', words: 'as the budget allows' })).toBe(0);
    expect(count({ choice: 'edited', decided: decision.proposed })).toBe(0);
    expect(count({ choice: 'rejected' })).toBe(1);
    expect(count({ choice: 'filled', proposed: null })).toBe(1);
  });
});

describe('a run', () => {
  const index = createMemoryIndex();
  const confirmed = { id: 'ada', name: 'Ada', at: now };
  const [correction] = correctionsOfTask(task, createId);
  for (const memory of memoriesOfTask(task, createId)) index.put({ ...memory, confirmed });
  const request = {
    agent: 'recruiter',
    caller: null,
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
    index.put({ ...correction!, status: 'active', confirmed });
    expect(given()[0]).toBe(correction?.id);
    expect(recallForRun(index, request)[0]?.why.text).toMatch(/has \d+% of what the query says/);
  });

  it('is given nothing that nobody has confirmed, nor what is of another caller', () => {
    const text = { status: 'active' as const, layer: 'group' as const };
    index.put({ ...correction!, ...text });
    expect(given()).not.toContain(correction?.id);
    const origin = { kind: 'correction' as const, caller: 'a' };
    index.put({ ...correction!, ...text, origin, confirmed });
    const isGiven = (caller: string | null) => given({ caller }).includes(correction?.id ?? '');
    expect([null, 'a', 'b', ''].map(isGiven)).toEqual([true, true, false, false]);
  });

  it('is given what was confirmed also among many that nobody has', () => {
    index.put({ ...correction!, status: 'active', confirmed });
    for (let count = 0; count < 40; count += 1) {
      index.put({ ...correction!, id: `flood-${count}`, status: 'active' });
    }
    expect(given()[0]).toBe(correction?.id);
    for (let count = 0; count < 40; count += 1) index.remove(`flood-${count}`);
  });

  it('is given no correction of another matter', () => {
    index.put({ ...correction!, status: 'active', confirmed });
    expect(given({ query: 'Repair the pump of the second cooling circuit' })).toEqual([]);
  });

  it('is given nothing that is personal to another agent, unless it was promoted', () => {
    expect(given({ agent: 'other' })).toEqual([]);
    index.put({ ...correction!, status: 'active', confirmed, layer: 'group' });
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
