import { runs } from '@countersign/testkit/deep';
import type { UpMessage } from '@countersign/upformat/message';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extendDeadline, extensionNotice, extensionOf } from './extension.ts';

const open = { state: 'open', expiresAt: 10_000, extension: { seconds: 30, left: 2 } } as const;
const message: UpMessage = {
  messageId: 'call_Yk3vQ8mWzR1nT6bLx0Pd2fHs',
  threadId: 't',
  timestamp: '2026-01-01T00:00:00Z',
  state: 'needsHumanDecision',
  upPrompt: { expiresAt: '2026-01-01T00:01:00Z', extension: { seconds: 30, limit: 2 } },
};

it('adds one step of what the agent allows', () => {
  expect(extendDeadline(open, 10_000, 9_999)).toEqual({
    kind: 'extended',
    expiresAt: 40_000,
    extension: { seconds: 30, left: 1 },
  });
});

it.each([
  ['closed', { ...open, state: 'answered' as const }, 10_000, /not open/],
  ['over', open, 10_000, /has passed/, 10_000],
  ['never allowed', { ...open, extension: null }, 10_000, /does not allow it\./],
  ['shown another deadline', open, 9_000, /has moved/],
  ['used up', { ...open, extension: { seconds: 30, left: 0 } }, 10_000, /another extension/],
])('is refused when it is %s', (_name, prompt, shown, reason, now = 0) => {
  expect(extendDeadline(prompt, shown, now)).toEqual({
    kind: 'refused',
    reason: { text: expect.stringMatching(reason), statement: { code: expect.any(String) } },
  });
});

it('never moves back, and never beyond what the agent allows, however often it is requested', () => {
  const attempts = fc.array(fc.record({ passMs: fc.nat(40_000), isStale: fc.boolean() }));
  fc.assert(
    fc.property(attempts, fc.nat(5), fc.integer({ min: 1, max: 600 }), (asked, limit, seconds) => {
      let prompt: Parameters<typeof extendDeadline>[0] & { expiresAt: number } = {
        ...open,
        extension: { seconds, left: limit },
      };
      let now = 0;
      let granted = 0;
      for (const { passMs, isStale } of asked) {
        now += passMs;
        const before = prompt.expiresAt;
        const outcome = extendDeadline(prompt, isStale ? before - 1 : before, now);
        if (outcome.kind === 'refused') continue;
        granted += 1;
        expect(isStale).toBe(false);
        expect(outcome.expiresAt).toBeGreaterThan(before);
        expect(before).toBeGreaterThan(now);
        const { expiresAt, extension } = outcome;
        prompt = { ...prompt, expiresAt, extension };
      }
      expect(granted).toBeLessThanOrEqual(limit);
      expect(prompt.expiresAt).toBe(10_000 + granted * seconds * 1_000);
    }),
    { numRuns: runs(300) },
  );
});

it('counts what was used against what the message allows', () => {
  expect(extensionOf(message, 0)).toEqual({ seconds: 30, left: 2 });
  expect(extensionOf(message, 3)).toEqual({ seconds: 30, left: 0 });
  expect(extensionOf({ ...message, upPrompt: {} }, 0)).toBeNull();
});

it('sends the agent the new deadline and no other question', () => {
  const notice = {
    messageId: 'n',
    operatorId: 'ann',
    expiresAt: Date.UTC(2026, 0, 1, 0, 1, 30),
    now: Date.UTC(2026, 0, 1),
  };
  expect(extensionNotice({ message }, notice)).toEqual({
    messageId: 'n',
    threadId: 't',
    parentMessageId: message.messageId,
    timestamp: '2026-01-01T00:00:00.000Z',
    state: 'needsHumanDecision',
    upPrompt: { expiresAt: '2026-01-01T00:01:30.000Z' },
    agentId: 'operator:ann',
  });
});
