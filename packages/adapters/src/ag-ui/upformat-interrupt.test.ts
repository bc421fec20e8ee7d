import { ResumeEntrySchema } from '@ag-ui/core/schemas';
import { judge } from '@countersign/json-schema/judge';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { interruptAsks, resumeOf } from '../testing/one-interrupt.ts';
import { feedbackOfResume, upFormatInterrupt, upFormatOfInterrupt } from './upformat-interrupt.ts';

const asked: UpMessage = {
  messageId: '5f0b3f8e-6f1e-4a57-9c0f-0a4d5d1a7c11',
  threadId: 'thread-of-the-agent',
  timestamp: '2026-03-01T10:00:00.000Z',
  state: 'needsHumanDecision',
  ask: 'Whom shall I invite?',
  payload: {
    candidates: [
      { id: 'f-1042', name: 'Ines Vogel' },
      { id: 'f-0007', name: 'Tomasz Król' },
    ],
  },
  upThought: { reasoning: ['Both fit.'], confidence: 0.4 },
};
const place = {
  threadId: 'thread-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  runId: 'run-1',
  agentId: 'recommender',
  timestamp: '2026-03-01T10:00:01.000Z',
};

const silence = { tool: null, said: '' };

describe('a question in UpFormat as an interrupt', () => {
  it('is one prompt: the whole question under its own id, answered by resume', () => {
    const { origin, source, message } = interruptAsks(upFormatInterrupt(asked), place, silence)[0]!;
    expect(origin).toEqual({ protocol: 'ag-ui', kind: 'interrupt', answeredBy: 'resume' });
    expect(source).toMatchObject({ id: asked.messageId, together: 'run-1' });
    expect(message).toMatchObject({
      ...asked,
      threadId: place.threadId,
      agentId: 'recommender',
    });
  });

  it.each<UpFeedback>([
    { type: 'approve', content: { reason: 'Fine.' } },
    { type: 'reject' },
    { type: 'edit', content: { value: { candidates: [] } } },
    { type: 'edit', content: { text: 'Rather somebody from Leipzig.' } },
    { type: 'rank', content: { order: ['f-0007', 'f-1042'] } },
    {
      type: 'comment',
      content: { text: 'Why?', annotations: [{ pointer: '/candidates/0', text: 'Her?' }] },
    },
    { type: 'instruction', content: { text: 'Ask again tomorrow.' } },
  ])('returns the exact answer: $type', (feedback) => {
    const { message } = interruptAsks(upFormatInterrupt(asked), place, silence)[0]!;
    const entry = resumeOf(message, feedback);
    expect(ResumeEntrySchema.parse(entry)).toMatchObject({
      interruptId: asked.messageId,
      status: 'resolved',
    });
    expect(feedbackOfResume(asked, entry ?? {})).toEqual({ feedback });
  });

  it.each<UpFeedback>([
    { type: 'instruction', content: { text: 'Not her.' } },
    { type: 'comment', content: { text: 'Not her.' } },
    { type: 'edit', content: { text: 'Not her.' } },
  ])('neither approves nor refuses by words: $type', (feedback) => {
    const interrupt = upFormatInterrupt(asked);
    const { message } = interruptAsks(interrupt, place, silence)[0]!;
    const payload = resumeOf(message, feedback)?.payload;
    expect(payload).toEqual({ reason: 'Not her.' });
    expect(judge(interrupt.responseSchema, payload).faults).toEqual([]);
  });

  it.each([
    [
      { approved: true, order: ['f-0007', 'f-1042'] },
      { type: 'rank', content: { order: ['f-0007', 'f-1042'] } },
    ],
    [true, { type: 'approve' }],
    [
      { approved: false, reason: 'No.' },
      { type: 'reject', content: { reason: 'No.' } },
    ],
    [{ reason: 'Hm.' }, { type: 'instruction', content: { text: 'Hm.' } }],
  ])('reads the answer of a client without UpFormat: %j', (payload, feedback) => {
    expect(feedbackOfResume(asked, { payload })).toEqual({ feedback });
  });

  it('reads words as the kind that the question takes', () => {
    const only = (type: 'comment' | 'reject'): UpMessage => ({
      ...asked,
      upPrompt: { allowed: [type] },
    });
    const words = { payload: { reason: 'Hm.' } };
    const comment = { type: 'comment', content: { text: 'Hm.' } };
    expect(feedbackOfResume(only('comment'), words)).toEqual({ feedback: comment });
    expect(feedbackOfResume(only('reject'), words)).toHaveProperty('problem');
    expect(upFormatInterrupt(only('reject')).responseSchema).toMatchObject({
      required: ['approved'],
    });
  });

  it.each([
    ['neither a verdict nor words', { note: 'Hm.' }],
    ['an order with a stranger', { approved: true, order: ['f-0007', 'f-9999'] }],
  ])('reports what is wrong with %s', (_, payload) => {
    expect(feedbackOfResume(asked, { payload })).toHaveProperty('problem');
  });

  it('reads a carried question only if it has the id of the interrupt', () => {
    const interrupt = upFormatInterrupt(asked);
    expect(upFormatOfInterrupt({ ...interrupt, id: 'another' })).toBeNull();
    expect(upFormatOfInterrupt({ ...interrupt, metadata: { upformat: true } })).toBeNull();
  });
});
