import type { Claim } from '@countersign/api/prompt';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cameAfter,
  changedRule,
  deciderOf,
  isFree,
  type KnownRule,
  newRule,
  type RuleStop,
  rulesInForce,
  switchedRule,
  switchedStop,
} from './rule-life.ts';

const given = {
  name: 'Cheap mails',
  match: { agentId: 'hiring', conditions: [] },
  feedback: { type: 'approve' as const },
  expiresAt: 100_000,
};
const by = { name: 'Ann', at: 1_000 };
const tried = (rule: KnownRule): KnownRule => ({
  ...rule,
  dryRun: {
    at: 1_000,
    version: rule.version,
    matched: 0,
    same: 0,
    differing: [],
    openNow: 0,
    lookedAt: 0,
  },
});
const rule = tried(newRule('9d5a', given, by));
const running: RuleStop = { stopped: null, since: 0 };
const on = (one: KnownRule, at: number) => {
  const switched = switchedRule(one, { enabled: true, version: one.version }, at);
  if (typeof switched === 'string') throw new Error(switched);
  return switched;
};

describe('a rule', () => {
  it('is off until this version has had a dry run', () => {
    const fresh = newRule('a', given, by);
    expect(fresh).toMatchObject({ version: 1, enabled: false, since: null, dryRun: null });
    expect(switchedRule(fresh, { enabled: true, version: 1 }, 2_000)).toBe('untried');
    expect(switchedRule(rule, { enabled: true, version: 2 }, 2_000)).toBe('changed');
    expect(switchedRule(rule, { enabled: true, version: 1 }, 100_000)).toBe('expired');
    expect(on(rule, 2_000)).toMatchObject({ enabled: true, since: 2_000 });
  });

  it('can always be switched off, and stays unchanged when repeated', () => {
    const enabled = on(rule, 2_000);
    expect(switchedRule(enabled, { enabled: false, version: 7 }, 200_000)).toMatchObject({
      enabled: false,
      since: null,
    });
    expect(on(enabled, 3_000)).toBe(enabled);
  });

  it('becomes a new version when changed: off, without a dry run, with its history', () => {
    const used = { ...on(rule, 2_000), answered: 5, answeredByVersion: 5, passedOver: 2 };
    expect(changedRule(used, { ...given, name: 'Mails' }, { name: 'Bob', at: 9_000 })).toEqual({
      ...used,
      name: 'Mails',
      version: 2,
      enabled: false,
      since: null,
      updatedBy: 'Bob',
      updatedAt: 9_000,
      answeredByVersion: 0,
      dryRun: null,
    });
  });

  it('answers with its name and version', () => {
    expect(deciderOf(rule)).toEqual({
      kind: 'rule',
      id: 'rule:9d5a',
      name: 'Cheap mails',
      rule: { id: '9d5a', version: 1 },
    });
  });
});

describe('the rules in force', () => {
  it('are those that are on and not expired, the oldest first', () => {
    const older = { ...on(rule, 2_000), id: 'b', createdAt: 500 };
    const over = { ...older, id: 'c', expiresAt: 5_000 };
    const same = { ...older, id: 'a' };
    const ids = (now: number) =>
      rulesInForce([on(rule, 2_000), over, older, same, rule], running, now).map(({ id }) => id);
    expect(ids(4_999)).toEqual(['a', 'b', 'c', '9d5a']);
    expect(ids(5_000)).toEqual(['a', 'b', '9d5a']);
  });

  it('do not apply while stopped, and apply to new prompts after the release', () => {
    const stopped = switchedStop(running, true, { name: 'Ann', at: 3_000 });
    expect(stopped).toEqual({ stopped: { at: 3_000, by: 'Ann' }, since: 0 });
    expect(switchedStop(stopped, true, { name: 'Bob', at: 3_500 })).toBe(stopped);
    expect(rulesInForce([on(rule, 2_000)], stopped, 4_000)).toEqual([]);
    const again = switchedStop(stopped, false, { name: 'Ann', at: 5_000 });
    expect(rulesInForce([on(rule, 2_000)], again, 6_000)[0]?.since).toBe(5_000);
    expect(switchedStop(again, false, by)).toBe(again);
  });

  it('never answer what was open before they were on, or while they were stopped', () => {
    const acts = fc.array(
      fc.tuple(fc.constantFrom('on', 'off', 'stop', 'go', 'ask'), fc.integer({ min: 1, max: 9 })),
    );
    fc.assert(
      fc.property(acts, (task) => {
        let now = 2_000;
        let one = rule;
        let stop = running;
        const asked: { openedAt: number; wasAnswerable: boolean }[] = [];
        for (const [act, passMs] of task) {
          now += passMs;
          if (act === 'on') one = on(one, now);
          if (act === 'off') {
            const off = switchedRule(one, { enabled: false, version: 1 }, now);
            if (typeof off !== 'string') one = off;
          }
          if (act === 'stop' || act === 'go')
            stop = switchedStop(stop, act === 'stop', { name: 'Ann', at: now });
          const inForce = one.enabled && stop.stopped === null;
          // The rules in force for it stay the same only until one is switched.
          if (act === 'ask') asked.push({ openedAt: now, wasAnswerable: inForce });
          const [known] = rulesInForce([one], stop, now);
          expect(known !== undefined).toBe(inForce);
          for (const prompt of asked) {
            if (known !== undefined && cameAfter(known, prompt))
              expect(prompt.wasAnswerable).toBe(true);
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

it('applies only to prompts that are open and not claimed', () => {
  const free = { state: 'open' as const, expiresAt: null, snooze: null, claim: null };
  const at = { wasRecalled: false, now: 1_000 };
  const claim: Claim = { operator: 'ann', name: 'Ann', since: 0, until: 1_001, takeOver: null };
  const snooze = { operator: 'ann', name: 'Ann', at: 0, until: 2_000, reason: 'Later' };
  expect(isFree(free, at)).toBe(true);
  expect(isFree({ ...free, claim: { ...claim, until: 1_000 } }, at)).toBe(true);
  expect(isFree({ ...free, expiresAt: 1_001 }, at)).toBe(true);
  expect(isFree({ ...free, state: 'answered' }, at)).toBe(false);
  expect(isFree({ ...free, expiresAt: 1_000 }, at)).toBe(false);
  expect(isFree({ ...free, claim }, at)).toBe(false);
  expect(isFree({ ...free, snooze }, at)).toBe(false);
  expect(isFree(free, { ...at, wasRecalled: true })).toBe(false);
});
