import type { ThreadItem } from '@countersign/thread/thread';
import { type UpMessage, upFeedbackSchema } from '@countersign/upformat/message';
import { answerForm } from '@countersign/upformat/reading/answer-form';
import { describe, expect, it } from 'vitest';
import { lineageOf } from '../question/lineage.ts';
import { buildFeedback } from './build-feedback.ts';
import { type Draft, emptyDraft } from './draft.ts';

const message: UpMessage = {
  messageId: 'm1',
  threadId: 't1',
  timestamp: '2026-11-21T05:00:00Z',
  state: 'needsHumanDecision',
  payload: {
    rows: [
      { id: 'a', pci: 218 },
      { id: 'b', pci: 219 },
    ],
  },
};
const draft = (part: Partial<Draft>): Draft => ({ ...emptyDraft, ...part });

describe('buildFeedback', () => {
  it.each<[string, Partial<Draft>, unknown]>([
    ['approve without a note has no content', { type: 'approve' }, { type: 'approve' }],
    [
      'approve with a note',
      { type: 'approve', note: ' fine ' },
      { type: 'approve', content: { reason: 'fine' } },
    ],
    [
      'reject with a reason and marks',
      { type: 'reject', reason: 'no', severity: 'major', priority: 'high' },
      {
        type: 'reject',
        metadata: { severity: 'major', priority: 'high' },
        content: { reason: 'no' },
      },
    ],
    [
      'edit as patch and value',
      { type: 'edit', value: { rows: [{ id: 'a', pci: 220 }] } },
      {
        type: 'edit',
        content: {
          patch: [
            { op: 'remove', path: '/rows/1' },
            { op: 'replace', path: '/rows/0/pci', value: 220 },
          ],
          value: { rows: [{ id: 'a', pci: 220 }] },
        },
      },
    ],
    [
      'edit in words',
      { type: 'edit', words: 'use 220' },
      { type: 'edit', content: { text: 'use 220' } },
    ],
    [
      'rank, the untouched rest in the agent’s order',
      { type: 'rank', order: ['b'] },
      { type: 'rank', content: { order: ['b', 'a'] } },
    ],
    [
      'comment anchored to a field',
      {
        type: 'comment',
        notes: [{ id: 'n1', pointer: '/rows/0', range: null, quote: '', text: ' why ' }],
      },
      {
        type: 'comment',
        target: { messageId: 'm1', part: '/rows/0' },
        content: { text: 'why', annotations: [{ pointer: '/rows/0', text: 'why' }] },
      },
    ],
    [
      'instruction',
      { type: 'instruction', instruction: 'wait' },
      { type: 'instruction', content: { text: 'wait' } },
    ],
  ])('%s', (_name, part, expected) => {
    const built = buildFeedback(draft(part), message);
    expect(built.ok && built.feedback).toEqual({
      target: { messageId: 'm1' },
      ...(expected as object),
    });
    expect(built.ok && upFeedbackSchema.safeParse(built.feedback).success).toBe(true);
  });

  it.each<[Partial<Draft>]>([
    [{ type: 'comment', comment: '  ' }],
    [{ type: 'instruction' }],
    [{ type: 'edit', value: message.payload }],
    [{ type: 'edit' }],
  ])('says what is missing: %o', (part) => {
    const built = buildFeedback(draft(part), message);
    expect(built).toMatchObject({ ok: false, missing: expect.any(String) });
  });
});

describe('answerForm', () => {
  it('takes the agent’s schema; else the fields, questions and payload; else none', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    expect(answerForm({ ...message, upContext: { schema } })?.source).toBe('schema');
    const asked = answerForm({
      ...message,
      upThought: { questions: [{ id: 'where', text: 'Where?', required: true }] },
    });
    expect(asked).toMatchObject({
      source: 'fields',
      schema: {
        required: ['where'],
        properties: { where: { title: 'Where?' }, rows: { type: 'array' } },
      },
    });
    expect(answerForm(message)?.source).toBe('payload');
    const { payload: _payload, ...bare } = message;
    expect(answerForm(bare)).toBeNull();
  });
});

describe('lineageOf', () => {
  const item = (messageId: string, agentId: string, parentMessageId?: string): ThreadItem => ({
    kind: 'message',
    key: messageId,
    sequence: 1,
    lastSequence: 1,
    startedAt: 0,
    endedAt: null,
    agentId,
    runId: null,
    messageId,
    role: 'assistant',
    parts: [],
    open: false,
    ...(parentMessageId ? { parentMessageId } : {}),
  });

  it('lists the chain of parents, root first, one step per sender', () => {
    const items = [
      item('p0', 'operator:sara'),
      item('p1', 'orchestrator', 'p0'),
      item('p2', 'orchestrator', 'p1'),
    ];
    const steps = lineageOf(items, { ...message, parentMessageId: 'p2' });
    expect(steps.map((step) => step.who)).toEqual(['operator:sara', 'orchestrator']);
    expect(steps.map((step) => step.node)).toEqual(['p0', 'p2']);
  });

  it('ends at an unknown parent and at a cycle', () => {
    expect(lineageOf([], { ...message, parentMessageId: 'gone' })).toEqual([]);
    const loop = [item('x', 'a', 'y'), item('y', 'b', 'x')];
    expect(lineageOf(loop, { ...message, parentMessageId: 'x' })).toHaveLength(2);
  });
});
