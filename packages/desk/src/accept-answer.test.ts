import type { Claim, Prompt } from '@countersign/api/prompt';
import { runs } from '@countersign/testkit/deep';
import type { UpFeedback } from '@countersign/upformat/message';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AnswerRefusal,
  answerRefusal,
  isAside,
  type Offered,
  obstacleOf,
  receivesComments,
} from './accept-answer.ts';
import { takeLease } from './claim-lease.ts';
import { promptWith } from './testing/prompt-with.ts';

const policy = { claimLeaseMs: 600_000, takeOverMs: 30_000, reasonFor: [] };
const moment = { now: 1_000, policy };
const prompt = promptWith();
const bob: Claim = { operator: 'bob', name: 'Bob', since: 0, until: 600_000, takeOver: null };
const offer: Offered = {
  by: { id: 'ann' },
  feedback: { type: 'approve' },
  digest: 'd',
  despiteClaim: false,
};
const comment: UpFeedback = { type: 'comment', content: { text: 'Hm.' } };

it.each<[string, Partial<Prompt>, Partial<Offered>, AnswerRefusal['kind'] | null]>([
  ['is taken', {}, {}, null],
  ['is second', { state: 'answered' }, {}, 'answered'],
  ['is too late', { state: 'expired' }, {}, 'closed'],
  ['comes after a withdrawal', { state: 'withdrawn' }, {}, 'closed'],
  ['was shown something else', {}, { digest: 'e' }, 'changed'],
  ['meets another holder', { claim: bob }, {}, 'claimed'],
  ['is given all the same', { claim: bob }, { despiteClaim: true }, null],
  ['comes from the holder', { claim: { ...bob, operator: 'ann' } }, {}, null],
  ['meets a lease that is over', { claim: { ...bob, until: 1_000 } }, {}, null],
  ['is a comment', {}, { feedback: comment }, 'invalid'],
  ['is a comment where one answers', { commentsAnswer: true }, { feedback: comment }, null],
])('an answer that %s', (_name, state, given, kind) => {
  const refusal = answerRefusal({ ...prompt, ...state }, { ...offer, ...given }, moment);
  expect(refusal?.kind ?? null).toBe(kind);
});

it('grants an unanswered take-over request before it checks the answer', () => {
  const takeOver = { operator: 'ann', name: 'Ann', at: 0, grantedAt: 1_000 };
  expect(answerRefusal({ ...prompt, claim: { ...bob, takeOver } }, offer, moment)).toBeNull();
  const silent = { ...bob, takeOver: { ...takeOver, operator: 'cid', grantedAt: 1_000 } };
  expect(answerRefusal({ ...prompt, claim: silent }, offer, moment)).toEqual({ kind: 'claimed' });
});

it('needs a reason where the policy requires one', () => {
  const strict = { now: 1_000, policy: { ...policy, reasonFor: ['reject' as const] } };
  const reject = { ...offer, feedback: { type: 'reject' as const } };
  expect(answerRefusal(prompt, reject, strict)).toMatchObject({
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
        const at = { now, policy };
        if (what === 'claim') {
          const free = asked.claim !== null && asked.claim.until <= now ? null : asked.claim;
          const { claim } = takeLease(free, { ...at, operator: who, name: who });
          if (asked.state === 'open') asked = { ...asked, claim };
          continue;
        }
        const given = { ...offer, by: { id: who }, despiteClaim: what === 'force' };
        const refusal = answerRefusal(asked, given, at);
        isTried ||= what === 'force';
        if (refusal?.kind === 'claimed') expect(asked.claim?.operator).not.toBe(who);
        if (refusal !== null) continue;
        winners.push(who);
        asked = { ...asked, state: 'answered', claim: null };
      }
      expect(winners.length).toBeLessThanOrEqual(1);
      if (isTried) expect(winners).toHaveLength(1);
    }),
    { numRuns: runs(300) },
  );
});

it('sends comments to an open run that supports them', () => {
  const way = { by: 'feedback' as const, run: 'open' as const };
  expect(receivesComments({ ...prompt, way })).toBe(true);
  expect(receivesComments({ ...prompt, way: { by: 'run', run: 'open' } })).toBe(false);
  const { upPrompt: _upPrompt, ...bare } = prompt.message;
  expect(receivesComments({ way, message: bare })).toBe(false);
});

it('reports what has changed since the prompt was shown, the most important first', () => {
  const mine = { by: 'ann', digest: prompt.digest, holder: null };
  expect(obstacleOf(prompt, mine)).toBe(null);
  expect(obstacleOf(prompt, { ...mine, holder: 'ann' })).toBe(null);
  expect(obstacleOf(prompt, { ...mine, holder: 'bob' })).toBe('claimed');
  expect(obstacleOf(prompt, { ...mine, by: null, holder: 'bob' })).toBe('claimed');
  const shown = { ...mine, holder: 'bob', digest: 'of what was shown' };
  expect(obstacleOf(prompt, shown)).toBe('changed');
  expect(obstacleOf({ ...prompt, state: 'withdrawn' }, shown)).toBe('closed');
  expect(obstacleOf({ ...prompt, state: 'answered' }, shown)).toBe('answered');
});

it('treats a comment as a remark, unless the agent accepts comments as answers', () => {
  expect(isAside({ commentsAnswer: false }, 'comment')).toBe(true);
  expect(isAside({ commentsAnswer: true }, 'comment')).toBe(false);
  expect(isAside({ commentsAnswer: false }, 'instruction')).toBe(false);
  expect(isAside({ commentsAnswer: false }, null)).toBe(false);
});
