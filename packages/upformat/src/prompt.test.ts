import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerMessage } from './answer-message.ts';
import { stateSchema, type UpMessage, upMessageSchema } from './message.ts';
import { askOf, isBlocking, isPrompt } from './prompt.ts';

const ask = (more: Partial<UpMessage>): UpMessage => ({
  messageId: 'm',
  threadId: 't',
  timestamp: '2026-11-21T10:00:00Z',
  state: 'needsHumanDecision',
  ...more,
});

describe('isPrompt and isBlocking', () => {
  it('recognise the two states a person can act on, and the blocking one', () => {
    const states = stateSchema.options;
    expect(states.filter((state) => isPrompt(ask({ state })))).toEqual([
      'needsHumanDecision',
      'followup',
    ]);
    expect(states.filter((state) => isBlocking(ask({ state })))).toEqual(['needsHumanDecision']);
  });
});

describe('askOf', () => {
  it.each<[string, Partial<UpMessage>]>([
    ['the ask', { ask: 'the ask', upThought: { questions: ['q'] }, explanation: 'e' }],
    ['a question', { ask: '  ', upThought: { questions: ['a question', 'b'] }, explanation: 'e' }],
    ['its text', { upThought: { questions: [{ id: 'q', text: ' its \n text ' }] } }],
    ['why', { upThought: { questions: [''] }, explanation: 'why' }],
    ['The agent needs a decision', {}],
  ])('is %s', (expected, message) => {
    expect(askOf(ask(message))).toBe(expected);
  });

  it('is one line of bounded length, without split characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
        const line = askOf(ask({ ask: text.repeat(20) }));
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.length).toBeLessThanOrEqual(280);
        expect(new TextDecoder().decode(new TextEncoder().encode(line))).toBe(line);
      }),
    );
  });
});

describe('answerMessage', () => {
  it('is a valid child of the prompt with exactly the feedback decided on', () => {
    const upFeedback = { type: 'reject' as const, content: { reason: 'too dear' } };
    const message = answerMessage(ask({}), upFeedback, {
      messageId: 'decision-1',
      timestamp: '2026-11-21T10:01:00.000Z',
      operator: 'operator:mara',
    });
    expect(message).toEqual({
      messageId: 'decision-1',
      threadId: 't',
      parentMessageId: 'm',
      timestamp: '2026-11-21T10:01:00.000Z',
      state: 'submitted',
      agentId: 'operator:mara',
      upFeedback,
    });
    expect(upMessageSchema.safeParse(message).success).toBe(true);
  });
});
