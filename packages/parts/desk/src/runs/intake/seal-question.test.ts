import type { UpMessage } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { seal } from './seal-question.ts';

const asking = (ask: string): UpMessage => ({
  messageId: 'm',
  threadId: 't',
  timestamp: '2026-11-21T05:00:00Z',
  state: 'needsHumanDecision',
  upPrompt: { ask },
});

it('says with a code why a question cannot be sealed', () => {
  expect(seal(asking('x'.repeat(500_001)))).toEqual({
    problems: [
      {
        path: '',
        message: 'It has more than 500000 characters.',
        statement: { code: 'stream.question-too-large', params: { limit: 500_000 } },
      },
    ],
  });
  expect(seal(asking('half \ud83d'))).toMatchObject({
    problems: [{ path: '', statement: { code: 'stream.not-sealable' } }],
  });
  expect(seal(asking('Go on?'))).toHaveProperty('digest');
});
