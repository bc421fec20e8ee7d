import type { Claim, Prompt } from '@countersign/api/prompt';
import { takeLease } from '@countersign/desk/claim-lease';
import { promptWith } from '@countersign/desk/testing/prompt-with';
import { runs } from '@countersign/testkit/deep';
import type { UpFeedback } from '@countersign/upformat/message';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Acceptance,
  type Actor,
  acceptDecision,
  type DecisionPolicy,
} from './accept-decision.ts';

const ofClass: DecisionPolicy['ofClass'] = {
  claimLeaseMs: 600_000,
  takeOverMs: 30_000,
  reasonFor: [],
};
const policy: DecisionPolicy = {
  ofClass,
  demand: null,
  isStopped: false,
  groupIsEmpty: false,
  isAlone: false,
};
const prompt = promptWith();
const bob: Claim = { operator: 'bob', name: 'Bob', since: 0, until: 600_000, takeOver: null };
const ann: Actor = { kind: 'person', id: 'ann', role: 'operator', groups: [] };
const approve: UpFeedback = { type: 'approve' };
const comment: UpFeedback = { type: 'comment', content: { text: 'Hm.' } };

interface Case {
  of?: Partial<Prompt>;
  asker?: string;
  starter?: string;
  feedback?: UpFeedback;
  digest?: string;
  despiteClaim?: boolean;
  actor?: Partial<Actor>;
  policy?: Partial<DecisionPolicy>;
  now?: number;
}

const accepted = (given: Case = {}): Acceptance =>
  acceptDecision(
    {
      prompt: { ...prompt, ...given.of },
      ...{ asker: given.asker ?? null, starter: given.starter ?? null, votes: [] },
    },
    {
      feedback: given.feedback ?? approve,
      digest: given.digest ?? 'd',
      despiteClaim: given.despiteClaim ?? false,
    },
    {
      actor: { ...ann, ...given.actor },
      policy: { ...policy, ...given.policy },
      now: given.now ?? 1_000,
    },
  );
const leads = {
  policyVersion: 1,
  level: 1,
  steps: [],
  group: 'leads',
  nextAt: null,
  reasonFor: [],
};

it.each<[string, Case, Acceptance['kind']]>([
  ['is taken', {}, 'accepted'],
  ['is second', { of: { state: 'answered' } }, 'answered'],
  ['is too late', { of: { state: 'expired' } }, 'closed'],
  ['comes after a withdrawal', { of: { state: 'withdrawn' } }, 'closed'],
  ['was shown something else', { digest: 'e' }, 'changed'],
  ['meets another holder', { of: { claim: bob } }, 'claimed'],
  ['is given all the same', { of: { claim: bob }, despiteClaim: true }, 'accepted'],
  ['comes from the holder', { of: { claim: { ...bob, operator: 'ann' } } }, 'accepted'],
  ['meets a lease that is over', { of: { claim: { ...bob, until: 1_000 } } }, 'accepted'],
  ['is a comment', { feedback: comment }, 'invalid'],
  [
    'is a comment where one answers',
    { of: { commentsAnswer: true }, feedback: comment },
    'accepted',
  ],
  ['comes from a viewer', { actor: { role: 'viewer' } }, 'not-entitled'],
  ['comes from somebody who was removed', { actor: { role: null } }, 'not-entitled'],
  ['comes from a program', { actor: { role: 'registrant' } }, 'not-entitled'],
  ['is for another group', { of: { escalation: leads } }, 'not-entitled'],
  ['is for their group', { of: { escalation: leads }, actor: { groups: ['leads'] } }, 'accepted'],
  [
    'comes from an administrator outside of the group',
    { of: { escalation: leads }, actor: { role: 'admin' } },
    'not-entitled',
  ],
  [
    'comes from an administrator in place of an empty group',
    { of: { escalation: leads }, actor: { role: 'admin' }, policy: { groupIsEmpty: true } },
    'accepted',
  ],
  [
    'ignores the claim for another group',
    { of: { escalation: leads, claim: bob }, despiteClaim: true },
    'not-entitled',
  ],
  ['allows the own call', { asker: 'ann' }, 'not-entitled'],
  ['rejects the own call', { asker: 'ann', feedback: { type: 'reject' } }, 'not-entitled'],
  ['decides about the own task', { starter: 'ann' }, 'accepted'],
  [
    'comes from the caller',
    { actor: { kind: 'caller', role: 'registrant' }, starter: 'ann' },
    'accepted',
  ],
  ['comes from another caller', { actor: { kind: 'caller' }, starter: 'bob' }, 'not-entitled'],
  ['comes of itself', { actor: { kind: 'rule', role: null } }, 'accepted'],
  [
    'meets a holder of itself',
    { actor: { kind: 'rule', role: null }, of: { claim: bob } },
    'claimed',
  ],
  [
    'comes at the deadline',
    { actor: { kind: 'default', role: null }, of: { claim: bob } },
    'accepted',
  ],
  [
    'comes of itself while that is stopped',
    { actor: { kind: 'default', role: null }, policy: { isStopped: true } },
    'not-entitled',
  ],
])('an answer that %s', (_name, given, kind) => {
  expect(accepted(given).kind).toBe(kind);
});

it('grants an unanswered take-over request before it checks the answer', () => {
  const takeOver = { operator: 'ann', name: 'Ann', at: 0, grantedAt: 1_000 };
  expect(accepted({ of: { claim: { ...bob, takeOver } } }).kind).toBe('accepted');
  const silent = { ...bob, takeOver: { ...takeOver, operator: 'cid', grantedAt: 1_000 } };
  expect(accepted({ of: { claim: silent } })).toEqual({ kind: 'claimed' });
});

it('needs a reason where the policy requires one', () => {
  const strict = { ofClass: { ...ofClass, reasonFor: ['reject' as const] } };
  expect(accepted({ feedback: { type: 'reject' }, policy: strict })).toMatchObject({
    kind: 'invalid',
    errors: [{ path: '/content/reason' }],
  });
});

it('has exactly one winner for any order of answers, claims and waiting', () => {
  const acts = fc.array(
    fc.record({
      who: fc.constantFrom('ann', 'bob', 'cid'),
      what: fc.constantFrom('answer', 'force', 'claim'),
      passMs: fc.nat(700_000),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(acts, (task) => {
      let asked = prompt;
      let now = 0;
      const winners: string[] = [];
      let isTried = false;
      for (const { who, what, passMs } of task) {
        now += passMs;
        const at = { now, policy: ofClass };
        if (what === 'claim') {
          const free = asked.claim !== null && asked.claim.until <= now ? null : asked.claim;
          const { claim } = takeLease(free, { ...at, operator: who, name: who });
          if (asked.state === 'open') asked = { ...asked, claim };
          continue;
        }
        const despiteClaim = what === 'force';
        const outcome = accepted({ of: asked, actor: { id: who }, despiteClaim, now });
        isTried ||= what === 'force';
        if (outcome.kind === 'claimed') expect(asked.claim?.operator).not.toBe(who);
        if (outcome.kind !== 'accepted') continue;
        winners.push(who);
        asked = { ...asked, state: 'answered', claim: null };
      }
      expect(winners.length).toBeLessThanOrEqual(1);
      if (isTried) expect(winners).toHaveLength(1);
    }),
    { numRuns: runs(300) },
  );
});
