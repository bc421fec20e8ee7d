import { createManualClock } from '@countersign/testkit/manual-clock';
import { describe, expect, it } from 'vitest';
import { billingTools, geoPlanner, registered } from '../testing/services.ts';
import {
  type Lease,
  type LeaseChange,
  leasePhase,
  leaseTerms,
  nextLeaseChangeAt,
  settleLease,
  startLease,
} from './lease.ts';
import { afterProbe, probeRequest, probeTerms, startProbing } from './probing.ts';

const second = 1_000;
const terms = leaseTerms(registered(geoPlanner).ephemeral_check!);

describe('a lease of 15, 30 and 60 seconds', () => {
  it('is healthy before 30 s, unhealthy from 30 s, and ends at 60 s', () => {
    const lease = startLease(terms, 0);
    expect(settleLease(lease, 30 * second - 1)).toBeNull();
    expect(settleLease(lease, 30 * second)).toBe('unhealthy');
    const unhealthy: Lease = { ...lease, health: 'unhealthy' };
    expect(settleLease(unhealthy, 60 * second - 1)).toBeNull();
    expect(settleLease(unhealthy, 60 * second)).toBe('deleted');
  });

  it('renewed at 45 s is healthy, unhealthy again at 75 s, and ends at 105 s', () => {
    const lease = startLease(terms, 45 * second);
    expect(lease.health).toBe('healthy');
    expect(nextLeaseChangeAt(lease)).toBe(75 * second);
    expect(nextLeaseChangeAt({ ...lease, health: 'unhealthy' })).toBe(105 * second);
  });

  it('runs by the clock that it is given', () => {
    const clock = createManualClock(0);
    const changes: [number, LeaseChange][] = [];
    let lease = startLease(terms, clock.now());
    const arm = () =>
      clock.schedule(() => {
        const change = settleLease(lease, clock.now());
        if (change !== null) changes.push([clock.now() / second, change]);
        if (change === 'deleted') return;
        if (change === 'unhealthy') lease = { ...lease, health: 'unhealthy' };
        arm();
      }, nextLeaseChangeAt(lease) - clock.now());
    arm();
    clock.advance(45 * second);
    lease = startLease(terms, clock.now());
    clock.advance(80 * second);
    expect(changes).toEqual([
      [30, 'unhealthy'],
      [75, 'unhealthy'],
      [105, 'deleted'],
    ]);
  });

  it('that was not looked at for long ends at once', () => {
    expect(settleLease(startLease(terms, 0), 600 * second)).toBe('deleted');
  });

  it('shows that a renewal is late before it is unhealthy', () => {
    const lease = startLease(terms, 0);
    const at = (seconds: number) => leasePhase(lease, seconds * second);
    expect(at(14)).toEqual({ phase: 'renewed', remainingMs: 46 * second });
    expect(at(15).phase).toBe('late');
    expect(at(30).phase).toBe('unhealthy');
    expect(at(60)).toEqual({ phase: 'over', remainingMs: 0 });
    // A clock behind that of the registry.
    expect(at(-5)).toEqual({ phase: 'renewed', remainingMs: 60 * second });
  });
});

describe('the probes of a persistent service', () => {
  const service = registered(billingTools);
  const lengths = probeTerms(service.persistent_check!);

  it('begin within an interval', () => {
    expect(startProbing(lengths, 0, { random: 0.5 }).nextProbeAt).toBe(7_500);
  });

  it('make it unhealthy after 60 s without success, and healthy at the first one', () => {
    let probing = startProbing(lengths, 0, { random: 0 });
    for (const at of [15, 30, 45]) probing = afterProbe(probing, false, at * second);
    expect(probing.health).toBe('healthy');
    probing = afterProbe(probing, false, 60 * second);
    expect(probing).toMatchObject({ health: 'unhealthy', nextProbeAt: 75 * second });
    // However long: it is never removed.
    expect(afterProbe(probing, false, 9_000 * second).health).toBe('unhealthy');
    probing = afterProbe(probing, true, 75 * second);
    expect(probing).toMatchObject({ health: 'healthy', aliveAt: 75 * second });
    expect(afterProbe(probing, false, 90 * second).health).toBe('healthy');
  });

  it('go to the path on the address of the service', () => {
    const check = service.persistent_check!;
    expect(probeRequest(service, check)).toEqual({
      method: 'GET',
      url: 'http://tools.acme.example:8080/healthz',
    });
    expect(probeRequest({ host: '::1', port: 1 }, { ...check, check_type: 'HTTPS' }).url).toBe(
      'https://[::1]:1/healthz',
    );
  });
});
