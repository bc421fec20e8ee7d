import type { Claim, Escalation, PromptState } from '@countersign/api/prompt';
import type { EscalationStep } from '@countersign/api/settings/policy';
import { runs } from '@countersign/testkit/deep';
import type { UpMessage } from '@countersign/upformat/message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atStep,
  climbed,
  isStepDue,
  ladderOf,
  ladderOfNewClass,
  paused,
  restarted,
  resumed,
  shifted,
} from './escalation.ts';

const steps: EscalationStep[] = [
  { to: 'group', afterMs: 20_000, group: 'seniors' },
  { to: 'default', afterMs: 30_000 },
];
const policy = { version: 3, ofClass: { steps, reasonFor: [] } };
const ladder = ladderOf(policy, 1_000);
const claim: Claim = { operator: 'ann', name: 'Ann', since: 0, until: 90_000, takeOver: null };

describe('a ladder', () => {
  it('waits for its first step from the moment the prompt opens', () => {
    expect(ladder).toMatchObject({ policyVersion: 3, level: 0, group: null, nextAt: 21_000 });
    expect(ladderOf({ version: 1, ofClass: { steps: [], reasonFor: [] } }, 0).nextAt).toBeNull();
  });

  it('goes to the group, then to the default, then ends', () => {
    const first = climbed(ladder, 21_000);
    expect(first?.step).toEqual(steps[0]);
    expect(first?.escalation).toMatchObject({ level: 1, group: 'seniors', nextAt: 51_000 });
    const second = climbed(first?.escalation ?? ladder, 51_000);
    expect(second?.escalation).toMatchObject({ level: 2, group: 'seniors', nextAt: null });
    expect(climbed(second?.escalation ?? ladder, 99_000)).toBeNull();
  });

  it('never continues after a default, even if the policy lists further steps', () => {
    const odd = { ...policy, ofClass: { steps: [...steps].reverse(), reasonFor: [] } };
    expect(climbed(ladderOf(odd, 0), 30_000)?.escalation.nextAt).toBeNull();
  });

  it('pauses while the prompt is claimed, and then restarts its step', () => {
    const still = paused(ladder);
    expect(still.nextAt).toBeNull();
    expect(resumed(still, { state: 'open', claim }, 50_000)).toBe(still);
    expect(resumed(still, { state: 'answered', claim: null }, 50_000)).toBe(still);
    expect(resumed(still, { state: 'open', claim: null }, 50_000).nextAt).toBe(70_000);
    expect(resumed(still, { state: 'open', claim }, 90_000).nextAt).toBe(110_000);
    expect(resumed(ladder, { state: 'open', claim: null }, 50_000)).toBe(ladder);
  });

  it('of another class starts at its first step, and waits while the prompt is claimed', () => {
    expect(ladderOfNewClass(policy, { claim: null }, 5_000).nextAt).toBe(25_000);
    expect(ladderOfNewClass(policy, { claim }, 5_000)).toMatchObject({ level: 0, nextAt: null });
  });

  it('keeps the remaining time when the clock is set', () => {
    expect(shifted(ladder, -600_000).nextAt).toBe(21_000 - 600_000);
    expect(shifted(paused(ladder), 5_000).nextAt).toBeNull();
  });
});

it('is due at its moment, unless the deadline is due too', () => {
  const open = { state: 'open' as const, expiresAt: null, escalation: ladder };
  expect(isStepDue(open, 20_999)).toBe(false);
  expect(isStepDue(open, 21_000)).toBe(true);
  expect(isStepDue({ ...open, expiresAt: 21_000 }, 21_000)).toBe(false);
  expect(isStepDue({ ...open, state: 'withdrawn' }, 21_000)).toBe(false);
  expect(isStepDue({ ...open, escalation: paused(ladder) }, 21_000)).toBe(false);
});

describe('the step to the default', () => {
  const ask = (upPrompt: UpMessage['upPrompt']): UpMessage => ({
    messageId: 'm',
    threadId: 't',
    timestamp: '2026-01-01T00:00:00Z',
    state: 'needsHumanDecision',
    upPrompt,
  });
  const defaulting = ask({ defaultFeedback: { type: 'approve' } });
  const [toGroup = null, toDefault = null] = steps;

  it('sends it as the escalation', () => {
    expect(atStep(toDefault, { message: defaulting, way: null })).toEqual({
      kind: 'default',
      by: { kind: 'escalation', id: 'countersign:escalation', name: 'Default by escalation' },
      feedback: { type: 'approve' },
    });
  });

  it('shows the prompt to people where nothing may be sent', () => {
    const failed = { by: 'run' as const, run: 'failed' as const };
    expect(atStep(toDefault, { message: ask({}), way: null })).toEqual({ kind: 'shown' });
    expect(atStep(toDefault, { message: defaulting, way: failed })).toEqual({ kind: 'shown' });
    expect(atStep(toGroup, { message: defaulting, way: null })).toEqual({ kind: 'shown' });
    expect(atStep(null, { message: defaulting, way: null })).toEqual({ kind: 'shown' });
  });
});

it('climbs one step at a time, never the same one twice, and never before its time', () => {
  const what = fc.constantFrom('climb', 'pause', 'resume', 'restart');
  const task = fc.array(fc.tuple(what, fc.nat(60_000)), { maxLength: 40 });
  const someSteps = fc.array(
    fc.record({ afterMs: fc.integer({ min: 1_000, max: 50_000 }), isDefault: fc.boolean() }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(someSteps, task, (given, acts) => {
      const made = given.map(
        ({ afterMs, isDefault }): EscalationStep =>
          isDefault ? { to: 'default', afterMs } : { to: 'group', afterMs, group: 'g' },
      );
      let now = 0;
      let isHeld = false;
      let at: Escalation = ladderOf({ version: 1, ofClass: { steps: made, reasonFor: [] } }, now);
      const taken: EscalationStep[] = [];
      for (const [act, passMs] of acts) {
        now += passMs;
        const state: PromptState = 'open';
        const before = at;
        if (act === 'pause') {
          isHeld = true;
          at = paused(at);
        } else if (act === 'resume') {
          isHeld = false;
          at = resumed(at, { state, claim: null }, now);
        } else if (act === 'restart' && !isHeld) at = restarted(at, now);
        else if (isStepDue({ state, expiresAt: null, escalation: at }, now)) {
          const next = climbed(at, now);
          expect(isHeld).toBe(false);
          expect(next).not.toBeNull();
          if (next === null) continue;
          taken.push(next.step);
          at = next.escalation;
          expect(at.level).toBe(before.level + 1);
        }
        expect(at.level).toBeGreaterThanOrEqual(before.level);
        if (at.nextAt !== null && at.nextAt !== before.nextAt)
          expect(at.nextAt).toBeGreaterThanOrEqual(now + 1_000);
      }
      expect(taken).toEqual(made.slice(0, taken.length));
      expect(taken.slice(0, -1).every(({ to }) => to === 'group')).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
