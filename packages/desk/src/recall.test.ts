import type { Decider, Decision } from '@countersign/api/prompt';
import type { UpMessage } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import {
  isRecallable,
  isStillHere,
  mayRecall,
  opensAgain,
  releaseAtOf,
  senderOf,
} from './recall.ts';

const ann: Decider = { kind: 'operator', id: 'ann', name: 'Ann' };
const rule: Decider = { kind: 'rule', id: 'rule:9d5a', name: 'Cheap' };
const byDefault: Decider = { kind: 'default', id: 'countersign:default', name: 'Default' };
const byLadder: Decider = { kind: 'escalation', id: 'countersign:escalation', name: 'Default' };

it.each<[string, Decider, number, number | null, number | null]>([
  ['as long as the policy says', ann, 5_000, null, 6_000],
  ['for rules too', rule, 5_000, null, 6_000],
  ['not at all by policy', ann, 0, null, null],
  ['not for what the server says itself', byDefault, 5_000, null, null],
  ['not for the end of a ladder', byLadder, 5_000, null, null],
  ['not near the deadline', ann, 5_000, 10_999, null],
  ['with time to answer anew', ann, 5_000, 11_000, 6_000],
])('holds an answer %s', (_name, by, recallMs, expiresAt, releaseAt) => {
  const prompt = { expiresAt, message: asked() };
  expect(releaseAtOf(by, prompt, { now: 1_000, policy: { recallMs } })).toBe(releaseAt);
});

const asked = (holdMs?: number): UpMessage => ({
  ...{ messageId: 'm', threadId: 't', timestamp: '2026-11-21T10:00:00Z' },
  state: 'needsHumanDecision',
  ...(holdMs === undefined ? {} : { upPrompt: { holdMs } }),
});

it.each<[string, number | undefined, number | undefined, number | null]>([
  ['the agent waits for nothing', 0, undefined, null],
  ['who answers waits for nothing', undefined, 0, null],
  ['the shorter of both', 3_000, 2_000, 3_000],
  ['never longer than the policy', 60_000, 60_000, 6_000],
])('holds an answer shorter: %s', (_name, ofAgent, ofAnswer, releaseAt) => {
  const prompt = { expiresAt: null, message: asked(ofAgent) };
  const given = { now: 1_000, policy: { recallMs: 5_000 }, holdMs: ofAnswer };
  expect(releaseAtOf(ann, prompt, given)).toBe(releaseAt);
});

describe('an answer that is being sent', () => {
  const decision = { state: 'recorded' as const, by: ann, releaseAt: 6_000 };
  const here = { isHeld: false, isTried: false };

  it('can be recalled until its time, and longer while it waits for others', () => {
    expect(isRecallable(decision, here, 5_999)).toBe(true);
    expect(isRecallable(decision, here, 6_000)).toBe(false);
    expect(isRecallable(decision, { ...here, isHeld: true }, 99_000)).toBe(true);
    expect(isRecallable({ ...decision, releaseAt: null }, here, 0)).toBe(false);
  });

  it('ends when the answer is leased, and never exists for the server’s own answers', () => {
    expect(isRecallable(decision, { isHeld: true, isTried: true }, 0)).toBe(false);
    expect(isRecallable({ ...decision, by: byDefault }, { ...here, isHeld: true }, 0)).toBe(false);
    expect(isRecallable({ ...decision, by: rule }, here, 0)).toBe(true);
  });

  it.each<Decision['state']>(['delivered', 'acknowledged', 'undeliverable', 'refused', 'recalled'])(
    'is not here when it is %s',
    (state) => {
      expect(isStillHere({ state, releaseAt: 6_000 }, true, 0)).toBe(false);
    },
  );

  it('can be recalled by its author and by administrators', () => {
    const asked = (operatorId: string, isAdmin = false) =>
      mayRecall({ by: ann }, { operatorId, isAdmin });
    expect([asked('ann'), asked('bob'), asked('bob', true)]).toEqual([true, false, true]);
    expect(mayRecall({ by: rule }, { operatorId: 'rule:9d5a', isAdmin: false })).toBe(false);
  });
});

it('reopens a question that a person can still answer', () => {
  const prompt = {
    state: 'answered' as const,
    expiresAt: 5_000,
    way: { by: 'run' as const, run: 'failed' as const },
  };
  expect(opensAgain(prompt, { by: ann }, 4_999)).toBe(true);
  expect(opensAgain(prompt, { by: ann }, 5_000)).toBe(false);
  expect(opensAgain(prompt, { by: rule }, 0)).toBe(true);
  expect(opensAgain(prompt, { by: byDefault }, 0)).toBe(false);
  expect(opensAgain(prompt, { by: byLadder }, 0)).toBe(false);
  expect(opensAgain({ ...prompt, way: { by: 'run', run: 'stopped' } }, { by: ann }, 0)).toBe(false);
  expect(opensAgain({ ...prompt, expiresAt: null, way: null }, { by: ann }, 0)).toBe(true);
  expect(opensAgain({ ...prompt, state: 'withdrawn' }, { by: ann }, 0)).toBe(false);
});

it('is sent in the name of a person or of the server', () => {
  expect([ann, rule, byDefault].map(senderOf)).toEqual([
    'operator:ann',
    'countersign:rule:9d5a',
    'countersign:default',
  ]);
});
