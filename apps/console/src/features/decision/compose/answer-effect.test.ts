import type { UpMessage, UpPrompt } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { answerEffect } from './answer-effect.ts';

const asked = (upPrompt: UpPrompt): UpMessage => ({
  messageId: 'msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  threadId: 't',
  timestamp: '2026-11-22T03:00:00Z',
  state: 'needsHumanDecision',
  payload: {},
  upPrompt,
});

describe('the effect of an answer', () => {
  const call = asked({
    answers: {
      approve: { effect: 'The arguments go back unchanged, as the result.' },
      instruction: { effect: 'Your words are the result.' },
    },
  });

  it.each([
    [null, 0, 'Approve: The arguments go back unchanged, as the result.'],
    ['default', 0, 'Approve: The arguments go back unchanged, as the result.'],
    ['approve', 0, 'The arguments go back unchanged, as the result.'],
    ['edit', 2, null],
    ['reject', 0, null],
    ['instruction', 0, 'Your words are the result.'],
  ] as const)('follows what is chosen: %s', (type, changes, effect) => {
    expect(answerEffect(call, type, changes)).toBe(effect);
  });

  it.each([
    ['edit', 0, 'The agent runs cutSpare.'],
    ['edit', 1, 'The agent runs cutSpare. Includes one value that you edited.'],
    ['edit', 3, 'The agent runs cutSpare. Includes 3 values that you edited.'],
    ['reject', 0, null],
  ] as const)(
    'of the whole counts for an edit, with what was edited: %s, %d',
    (type, changes, effect) => {
      expect(answerEffect(asked({ effect: 'The agent runs cutSpare.' }), type, changes)).toBe(
        effect,
      );
    },
  );
});
