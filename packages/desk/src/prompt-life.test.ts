import { decisionStateSchema, promptStateSchema } from '@countersign/api/prompt';
import type { UpMessage } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import {
  canAnswerFollow,
  canFollow,
  effectOnPrompt,
  expiryOf,
  isSameQuestion,
  outdatesAnswer,
  revisedExpiry,
} from './prompt-life.ts';

const message = (more: Partial<UpMessage> = {}): UpMessage => ({
  messageId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11:ask',
  threadId: 't',
  timestamp: '2026-01-01T00:00:00Z',
  state: 'needsHumanDecision',
  ...more,
});

it('is answered once, is reopened only if its answer comes back, and otherwise stays closed', () => {
  const states = promptStateSchema.options;
  const legal = states.flatMap((from) =>
    states.filter((to) => canFollow(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(legal).toEqual([
    'open → answered',
    'open → expired',
    'open → withdrawn',
    'answered → open',
  ]);
});

it('has an answer that is final once it was recalled or acknowledged', () => {
  const states = decisionStateSchema.options;
  const after = (from: (typeof states)[number]) => states.filter((to) => canAnswerFollow(from, to));
  expect(after('recalled')).toEqual([]);
  expect(after('acknowledged')).toEqual([]);
  expect(states.filter((from) => canAnswerFollow(from, 'recalled'))).toEqual(['recorded']);
  expect(states.filter((from) => canAnswerFollow(from, 'undeliverable'))).toEqual(['recorded']);
  expect(states.filter((from) => canAnswerFollow(from, 'refused'))).toEqual([
    'recorded',
    'delivered',
  ]);
  expect(states.filter((from) => canAnswerFollow(from, 'recorded'))).toEqual([]);
});

describe('a received message', () => {
  it('opens or revises the prompt, changes nothing, or is too late', () => {
    expect(effectOnPrompt(null, 'd')).toBe('opens');
    expect(effectOnPrompt({ state: 'open', digest: 'd' }, 'd')).toBe('unchanged');
    expect(effectOnPrompt({ state: 'open', digest: 'd' }, 'e')).toBe('revises');
    expect(effectOnPrompt({ state: 'expired', digest: 'd' }, 'd')).toBe('unchanged');
    expect(effectOnPrompt({ state: 'answered', digest: 'd' }, 'e')).toBe('refused');
  });

  it('takes back an answer that was given to different content', () => {
    const answered = { state: 'answered' as const, digest: 'd' };
    expect(outdatesAnswer(answered, message(), 'd')).toBe(false);
    expect(outdatesAnswer(answered, message(), 'e')).toBe(true);
    expect(outdatesAnswer(answered, message({ state: 'waiting' }), 'e')).toBe(false);
    expect(outdatesAnswer(answered, message({ state: 'cancelled' }), 'e')).toBe(true);
    expect(outdatesAnswer({ ...answered, state: 'open' }, message(), 'e')).toBe(false);
  });
});

describe('a deadline', () => {
  const until = (expiresAt: string) => message({ upPrompt: { expiresAt } });
  const minute = Date.UTC(2026, 0, 1, 0, 1);

  it('is that of the message, if it contains one', () => {
    expect(expiryOf(until('2026-01-01T00:01:00Z'))).toBe(minute);
    expect(expiryOf(until('soon'))).toBeNull();
    expect(expiryOf(message())).toBeNull();
  });

  it('that an operator has extended is kept, unless the agent sends another one', () => {
    const before = { message: until('2026-01-01T00:01:00Z'), expiresAt: minute + 30_000 };
    expect(revisedExpiry(before, until('2026-01-01T00:01:00Z'))).toBe(minute + 30_000);
    expect(revisedExpiry(before, until('2026-01-01T00:00:30Z'))).toBe(minute - 30_000);
    expect(revisedExpiry(before, message())).toBeNull();
  });
});

it('is the same question in another run when the agent has sent the same', () => {
  const asked = message({ payload: { city: 'Bonn' } });
  expect(
    isSameQuestion(asked, { ...asked, messageId: 'other', timestamp: '2027-01-01T00:00:00Z' }),
  ).toBe(true);
  expect(isSameQuestion(asked, { ...asked, payload: { city: 'Rome' } })).toBe(false);
  const raised = { ...asked, interrupt: { id: 'i', value: 1 } };
  expect(isSameQuestion(raised, { ...raised, messageId: 'other', payload: {} })).toBe(true);
  expect(isSameQuestion(raised, { ...raised, messageId: 'other', interrupt: { id: 'j' } })).toBe(
    false,
  );
});
