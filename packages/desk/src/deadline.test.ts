import type { DeliveryMethod } from '@countersign/api/prompt';
import type { UpMessage } from '@countersign/upformat/message';
import { expect, it } from 'vitest';
import { atDeadline, isDue } from './deadline.ts';

const ask = (upPrompt: UpMessage['upPrompt']): UpMessage => ({
  messageId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11:approve',
  threadId: 't',
  timestamp: '2026-01-01T00:00:00Z',
  state: 'needsHumanDecision',
  upPrompt,
});
const reject: UpMessage['upPrompt'] = { defaultFeedback: { type: 'reject' } };
const rank: UpMessage['upPrompt'] = {
  defaultFeedback: { type: 'rank', content: { order: ['a'] } },
};
const way = (run: DeliveryMethod['run'], by: DeliveryMethod['by'] = 'run'): DeliveryMethod => ({
  by,
  run,
});

it('has passed at its exact time, for open prompts only', () => {
  expect(isDue({ state: 'open', expiresAt: 1_000 }, 999)).toBe(false);
  expect(isDue({ state: 'open', expiresAt: 1_000 }, 1_000)).toBe(true);
  expect(isDue({ state: 'answered', expiresAt: 1_000 }, 2_000)).toBe(false);
  expect(isDue({ state: 'open', expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(false);
});

it('sends the default without an author', () => {
  expect(atDeadline({ message: ask(reject), way: way('finished') })).toEqual({
    kind: 'default',
    by: { kind: 'default', id: 'countersign:default', name: 'Default at deadline' },
    feedback: { type: 'reject' },
  });
});

it.each<[string, UpMessage['upPrompt'], DeliveryMethod | null, RegExp]>([
  ['there is none', {}, way('open'), /^Nobody answered in time\.$/],
  ['it does not fit', rank, null, /does not fit what is asked/],
  ['its run has failed', reject, way('failed'), /not sent: the run that asked has failed\./],
  ['its agent has left', reject, way('finished', 'none'), /the agent is not there any more\./],
])('lapses when %s', (_name, upPrompt, howToGo, reason) => {
  expect(atDeadline({ message: ask(upPrompt), way: howToGo })).toEqual({
    kind: 'expired',
    isRefused: upPrompt === rank,
    reason: expect.objectContaining({ text: expect.stringMatching(reason) }),
  });
});
