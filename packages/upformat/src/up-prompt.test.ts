import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { UpMessage, UpPrompt } from './message.ts';
import { parseUpMessage } from './parse.ts';
import { earlierSpellings, upPromptOf, withUpPrompt } from './up-prompt.ts';

const message: UpMessage = {
  messageId: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  threadId: '0b8d3f62-4c1f-4a57-9a0e-6b1b1e0c7d42',
  timestamp: '2026-11-21T10:00:00Z',
  state: 'needsHumanDecision',
};

const said: UpPrompt = {
  ask: 'Send the offer?',
  effect: 'It is sent.',
  severity: 'major',
  priority: 'high',
  expiresAt: '2026-11-21T11:00:00Z',
  defaultFeedback: { type: 'reject' },
  allowed: ['approve', 'reject'],
  revision: 2,
  extension: { seconds: 60 },
  waiting: ['email-tool'],
};
const earlier = Object.fromEntries(
  Object.entries(earlierSpellings).map(([name, spelling]) => [spelling, said[name]]),
);

it('reads both spellings equally', () => {
  expect(upPromptOf({ ...message, upPrompt: said })).toEqual(said);
  expect(upPromptOf({ ...message, ...earlier })).toEqual(said);
  expect(upPromptOf(message)).toEqual({});
});

it('members of upPrompt take precedence, one by one', () => {
  const both: UpMessage = { ...message, ...earlier, upPrompt: { ask: 'Now?', severity: 'info' } };
  expect(upPromptOf(both)).toEqual({ ...said, ask: 'Now?', severity: 'info' });
});

it('an invalid earlier spelling counts as absent', () => {
  const odd: UpMessage = { ...message, revision: 'two', waiting: 3, effect: null, ask: 'Go?' };
  expect(upPromptOf(odd)).toEqual({ ask: 'Go?' });
});

it('writes one spelling with the same meaning', () => {
  expect(withUpPrompt({ ...message, ...earlier })).toEqual({ ...message, upPrompt: said });
  expect(withUpPrompt(message)).toBe(message);
  const names = Object.keys(earlierSpellings) as (keyof typeof earlierSpellings)[];
  const some = fc.subarray(names);
  fc.assert(
    fc.property(some, some, (beside, under) => {
      const mixed: UpMessage = {
        ...message,
        ...Object.fromEntries(beside.map((name) => [earlierSpellings[name], said[name]])),
        upPrompt: Object.fromEntries(under.map((name) => [name, said[name]])),
      };
      expect(upPromptOf(withUpPrompt(mixed))).toEqual(upPromptOf(mixed));
    }),
  );
});

it('keeps the labels of the answers', () => {
  const answers = { approve: { label: 'Ship it', effect: 'It goes live.' }, reject: {} };
  const parsed = parseUpMessage({ ...message, upPrompt: { answers } });
  expect(parsed.ok && upPromptOf(parsed.message).answers).toEqual(answers);
});
