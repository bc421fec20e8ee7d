import type { Claim } from '@countersign/api/prompt';
import { runs } from '@countersign/testkit/deep';
import { createManualClock } from '@countersign/testkit/manual-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askForLease,
  forceLease,
  keepLease,
  type LeaseOutcome,
  type LeaseStep,
  type Moment,
  releaseLease,
  settleLease,
  takeLease,
} from './claim-lease.ts';

const policy = { claimLeaseMs: 600_000, takeOverMs: 30_000 };
const at = (now: number, operator: string): Moment => ({ now, operator, name: operator, policy });
const claimOf = (outcome: LeaseOutcome) => outcome.claim;

describe('a lease', () => {
  const held = claimOf(takeLease(null, at(0, 'ann')));

  it('lasts as long as the policy says, and a renewal begins it again', () => {
    expect(held).toEqual({
      operator: 'ann',
      name: 'ann',
      since: 0,
      until: 600_000,
      takeOver: null,
    });
    expect(takeLease(held, at(300_000, 'ann'))).toMatchObject({
      step: { change: 'renewed' },
      claim: { since: 0, until: 900_000 },
    });
  });

  it('repeated at once is the same lease, so that a retry leaves no trace', () => {
    expect(takeLease(held, at(1_000, 'ann'))).toEqual({ kind: 'held', claim: held, step: null });
  });

  it('is refused to others, except as a take-over request', () => {
    expect(takeLease(held, at(1, 'bob'))).toEqual({ kind: 'refused', claim: held });
    expect(keepLease(held, at(1, 'bob'))).toEqual({ kind: 'refused', claim: held });
    expect(releaseLease(held, at(1, 'bob'))).toBeNull();
  });

  it('is granted to the requester after the reply time, with a full lease', () => {
    const asked = claimOf(askForLease(held, at(1_000, 'bob')));
    expect(asked.takeOver).toEqual({ operator: 'bob', name: 'bob', at: 1_000, grantedAt: 31_000 });
    expect(settleLease(asked, { now: 30_999, policy })).toBeNull();
    expect(settleLease(asked, { now: 31_000, policy })).toEqual({
      change: 'taken-over',
      claim: { operator: 'bob', name: 'bob', since: 31_000, until: 631_000, takeOver: null },
    });
  });

  it('is not declined by an automatic renewal, only by the holder', () => {
    const asked = claimOf(askForLease(held, at(1_000, 'bob')));
    const renewed = claimOf(takeLease(asked, at(100_000, 'ann')));
    expect(renewed.takeOver).not.toBeNull();
    expect(keepLease(asked, at(2_000, 'ann'))).toMatchObject({
      step: { change: 'take-over-declined' },
      claim: { operator: 'ann', until: 602_000, takeOver: null },
    });
  });

  it('that ends before the reply time goes to the requester', () => {
    const asked = claimOf(askForLease(held, at(599_000, 'bob')));
    expect(settleLease(asked, { now: 600_000, policy })).toMatchObject({
      change: 'taken-over',
      claim: { operator: 'bob' },
    });
  });
});

type Command = { who: number; how: 'take' | 'ask' | 'force' | 'keep' | 'release'; waitMs: number };
const commands = fc.array(
  fc.record<Command>({
    who: fc.nat(3),
    how: fc.constantFrom('take', 'ask', 'force', 'keep', 'release'),
    waitMs: fc.oneof(fc.constant(0), fc.nat(40_000), fc.nat(700_000)),
  }),
  { maxLength: 60 },
);
const nobody = (): Claim | null => null;
const ways = { take: takeLease, ask: askForLease, force: forceLease, keep: keepLease };

it('has one holder, who loses it only by release, an unanswered request, expiry or force', () => {
  fc.assert(
    fc.property(commands, (sequence) => {
      const clock = createManualClock();
      let claim = nobody();
      for (const { who, how, waitMs } of sequence) {
        const me = `operator-${who}`;
        clock.advance(waitMs);
        const now = clock.now();
        const before: Claim | null = claim;
        const settled: LeaseStep | null = before && settleLease(before, { now, policy });
        if (settled !== null) {
          // A lease that has not expired ends by time only after an unanswered request.
          const { until, takeOver } = before ?? { until: 0, takeOver: null };
          const silent = takeOver !== null && takeOver.grantedAt <= now;
          expect(until <= now || silent).toBe(true);
          if (silent) expect(now - takeOver.at).toBeGreaterThanOrEqual(policy.takeOverMs);
          claim = settled.claim;
        }
        const holder: string | null = claim?.operator ?? null;
        const request = claim?.takeOver ?? null;
        if (how === 'release') {
          const step = releaseLease(claim, at(now, me));
          if (step !== null) claim = step.claim;
          if (holder !== me) expect(claim?.operator ?? null).toBe(holder);
          if (holder === me) expect(claim?.operator ?? null).toBe(request?.operator ?? null);
        } else {
          const outcome: LeaseOutcome = ways[how](claim, at(now, me));
          if (holder === null || holder === me) expect(outcome.kind).toBe('held');
          if (outcome.kind === 'refused') expect(outcome.claim).toBe(claim);
          else claim = outcome.claim;
          const taken = claim?.operator !== holder;
          if (taken) expect(holder === null || how === 'force').toBe(true);
          if (how === 'keep' && holder === me) expect(claim?.takeOver).toBeNull();
        }
        if (claim !== null) {
          expect(claim.until).toBeGreaterThan(now);
          expect(claim.until).toBeLessThanOrEqual(now + policy.claimLeaseMs);
          expect(claim.takeOver?.operator).not.toBe(claim.operator);
          // Every claim expires: an operator who has left does not hold one for ever.
          const end = settleLease(claim, { now: now + policy.claimLeaseMs, policy });
          expect(end).not.toBeNull();
        }
      }
    }),
    { numRuns: runs(500) },
  );
});
