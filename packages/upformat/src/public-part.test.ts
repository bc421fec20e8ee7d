import { hidden } from '@countersign/json-schema/secret';
import { expect, it } from 'vitest';
import type { UpMessage } from './message.ts';
import { defaultPath, publicPart } from './public-part.ts';

const message: UpMessage = {
  messageId: 'm',
  threadId: 't',
  timestamp: '2026-11-21T05:00:00Z',
  state: 'needsHumanDecision',
  payload: { user: 'ada', password: 'sesame' },
  upContext: { schema: { properties: { password: { format: 'password' } } } },
  upThought: { alternatives: [{ id: 'a', label: 'A', payload: { password: 'sesame' } }] },
  upPrompt: {
    ask: 'Which one?',
    defaultFeedback: {
      type: 'edit',
      content: {
        value: { user: 'ada', password: 'sesame' },
        patch: [
          { op: 'replace', path: '/password', value: 'sesame' },
          { op: 'replace', path: '/user', value: 'ada' },
        ],
      },
    },
  },
};

it('hides the secrets of a message wherever its content is repeated', () => {
  const shown = publicPart(message, [], message);
  expect(JSON.stringify(shown)).not.toContain('sesame');
  expect(JSON.stringify(shown).split(hidden)).toHaveLength(5);
  expect(shown).toMatchObject({
    payload: { user: 'ada' },
    upPrompt: { defaultFeedback: { content: { patch: [{}, { value: 'ada' }] } } },
  });
});

it('hides a single value by its place', () => {
  expect(publicPart(message, ['payload', 'password'], 'sesame')).toBe(hidden);
  const step = ['upPrompt', 'defaultFeedback', 'content', 'patch', '0'];
  expect(publicPart(message, [...step, 'value'], 'sesame')).toBe(hidden);
  expect(publicPart(message, ['explanation'], 'sesame')).toBe('sesame');
});

it('hides the secrets of another answer, as if it were the default', () => {
  const patch = [{ op: 'add', path: '/password', value: 'sesame' }];
  expect(publicPart(message, defaultPath, { type: 'edit', content: { patch } })).toEqual({
    type: 'edit',
    content: { patch: [{ ...patch[0], value: hidden }] },
  });
});

it('returns the value itself where there is nothing to hide', () => {
  const { upThought } = message;
  const open = { ...message, upContext: {} };
  expect(publicPart(open, ['upThought'], upThought)).toBe(upThought);
});
