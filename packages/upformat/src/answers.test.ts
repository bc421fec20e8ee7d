import { describe, expect, it } from 'vitest';
import { allowedAnswers, checkFeedback, rankableItems } from './answers.ts';
import { formSchemaOf } from './form-schema.ts';
import type { UpMessage } from './message.ts';
import { parseUpFeedback, parseUpMessage } from './parse.ts';
import { askOf, promptIdOf } from './prompt.ts';

const ask = (more: Partial<UpMessage>): UpMessage => ({
  messageId: 'm',
  threadId: 't',
  timestamp: '2026-11-21T10:00:00Z',
  state: 'needsHumanDecision',
  ...more,
});
const candidates = [
  { id: 'a', name: 'Ines' },
  { id: 'b', name: 'Tomasz' },
];
const schema = {
  type: 'object',
  required: ['location'],
  properties: { location: { type: 'object' } },
};
const noFaults = () => [];

describe('allowedAnswers', () => {
  it('has nothing to approve while a required value is missing', () => {
    expect(allowedAnswers(ask({ upContext: { schema }, payload: {} })).approve).toEqual({
      allowed: false,
      reason: 'Nothing to approve yet: location is missing.',
    });
    expect(
      allowedAnswers(ask({ upContext: { schema }, payload: { location: {} } })).approve.allowed,
    ).toBe(true);
  });

  it('ranks two things or more', () => {
    expect(allowedAnswers(ask({ payload: { candidates } })).rank.allowed).toBe(true);
    expect(allowedAnswers(ask({ payload: { candidates: [candidates[0]] } })).rank.allowed).toBe(
      false,
    );
    expect(rankableItems(ask({ payload: { candidates } })).map((item) => item.label)).toEqual([
      'Ines',
      'Tomasz',
    ]);
  });

  it("keeps to the agent's own list, and to prompts", () => {
    const only = allowedAnswers(ask({ allowedFeedback: ['reject'] }));
    expect(only.approve).toEqual({
      allowed: false,
      reason: 'This agent does not take approvals here.',
    });
    expect(only.reject.allowed).toBe(true);
    expect(allowedAnswers(ask({ state: 'completed' })).comment.allowed).toBe(false);
  });
});

describe('checkFeedback', () => {
  const message = ask({ payload: { candidates } });

  it('takes an order of exactly the offered ids', () => {
    const rank = (order: string[]) =>
      checkFeedback(message, { type: 'rank', content: { order } }, noFaults);
    expect(rank(['b', 'a'])).toEqual([]);
    expect(rank(['b'])).toEqual([{ path: '/content/order', message: 'Not ranked: a.' }]);
    expect(rank(['b', 'a', 'b'])).toEqual([
      { path: '/content/order/2', message: 'b is ranked twice.' },
    ]);
    expect(rank(['b', 'x', 'a'])).toEqual([
      { path: '/content/order/1', message: 'There is no item x to rank.' },
    ]);
  });

  it('validates an edit by the schema and points into the feedback', () => {
    const faults = checkFeedback(
      ask({ upContext: { schema } }),
      { type: 'edit', content: { value: {} } },
      () => [{ path: '/location', message: 'is required' }],
    );
    expect(faults).toEqual([{ path: '/content/value/location', message: 'is required' }]);
  });

  it('refuses an answer meant for another message', () => {
    const faults = checkFeedback(
      message,
      { type: 'approve', target: { messageId: 'other' } },
      noFaults,
    );
    expect(faults[0]?.path).toBe('/target/messageId');
  });
});

describe('formSchemaOf', () => {
  it('makes a form of questions and fields when there is no schema', () => {
    const form = formSchemaOf(
      ask({
        upThought: {
          questions: [
            'Where?',
            { id: 'remote', text: 'Remote?', options: ['yes', 'no'], required: true },
          ],
        },
        upContext: { fields: { city: 'Where the work is done' } },
      }),
    );
    expect(form?.required).toEqual(['remote']);
    expect(form?.properties).toMatchObject({
      remote: { title: 'Remote?', enum: ['yes', 'no'] },
      city: { type: 'string', description: 'Where the work is done' },
    });
    expect(formSchemaOf(ask({}))).toBeNull();
  });
});

describe('parsing', () => {
  it('warns of ids that are no UUID and refuses what breaks the table', () => {
    expect(parseUpMessage(ask({}))).toMatchObject({
      ok: true,
      warnings: [{ path: '/messageId' }, { path: '/threadId' }],
    });
    expect(parseUpMessage({ ...ask({}), state: 'stuck' })).toMatchObject({
      ok: false,
      problems: [{ path: '/state' }],
    });
    expect(parseUpMessage(null).ok).toBe(false);
  });

  it('keeps unknown members', () => {
    const parsed = parseUpMessage({ ...ask({}), mood: 'calm' });
    expect(parsed.ok && parsed.message['mood']).toBe('calm');
  });

  it('reads the six kinds of feedback and refuses a seventh', () => {
    expect(parseUpFeedback({ type: 'approve' }).ok).toBe(true);
    expect(parseUpFeedback({ type: 'comment', content: { text: '' } }).ok).toBe(false);
    expect(parseUpFeedback({ type: 'shrug' }).ok).toBe(false);
  });
});

describe('prompts', () => {
  it('asks in one line', () => {
    expect(askOf(ask({ ask: ' Where \n to? ' }))).toBe('Where to?');
    expect(askOf(ask({ explanation: 'No location.' }))).toBe('No location.');
    expect(askOf(ask({}))).toBe('The agent needs a decision');
  });

  it('never gives two messages one id', () => {
    expect(promptIdOf('a', 'b~c')).not.toBe(promptIdOf('a~b', 'c'));
  });
});
