import { createManualClock } from '@countersign/testkit/manual-clock';
import { describe, expect, it } from 'vitest';
import { createArm } from './arm.ts';
import { jointLimits, jointSpeeds } from './geometry.ts';

const start = () => {
  const clock = createManualClock();
  return { clock, arm: createArm(clock) };
};

describe('the arm', () => {
  it('moves with time by what was ordered, and not at once', () => {
    const { clock, arm } = start();
    expect(arm.read()).toMatchObject({ state: 'idle', reach: 30, bearing: 0 });
    const ordered = arm.move({ name: 'move', amount: 10 });
    if (!ordered.ok) throw new Error(ordered.refusal.detail);
    expect(arm.read()).toMatchObject({ state: 'moving', reach: 30, operation: 'move(10)' });
    clock.advance(ordered.durationMs / 2);
    expect(arm.read()).toMatchObject({ state: 'moving', reach: 35 });
    clock.advance(ordered.durationMs / 2);
    expect(arm.read()).toMatchObject({
      ...{ state: 'idle', fault: null, reach: 40, bearing: 0 },
      tool: { x: 40, y: 0 },
    });
  });

  it('turns counterclockwise by positive degrees, and back', () => {
    const { clock, arm } = start();
    arm.move({ name: 'rotate', amount: 90 });
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({ bearing: 90, tool: { x: 0, y: 30 } });
    arm.move({ name: 'rotate', amount: -120 });
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({ bearing: -30, tool: { x: 25.98, y: -15 } });
    arm.initialize();
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({ state: 'idle', reach: 30, bearing: 0 });
  });

  it('turns no joint faster than its motor, nor beyond its limit', () => {
    const { clock, arm } = start();
    for (const movement of [
      { name: 'move', amount: -14 } as const,
      { name: 'move', amount: 38 } as const,
      { name: 'rotate', amount: -130 } as const,
    ]) {
      const ordered = arm.move(movement);
      expect(ordered).toMatchObject({ ok: true });
      let before = arm.read().joints;
      for (let at = 0; at < 12_000; at += 100) {
        clock.advance(100);
        const { joints } = arm.read();
        for (const name of ['shoulder', 'elbow'] as const) {
          const turned = Math.abs(joints[name] - before[name]);
          // Readings have two decimals.
          expect(turned).toBeLessThanOrEqual(jointSpeeds[name] / 10 + 0.02);
          expect(joints[name]).toBeGreaterThanOrEqual(jointLimits[name].least);
          expect(joints[name]).toBeLessThanOrEqual(jointLimits[name].most);
        }
        before = joints;
      }
      expect(arm.read().state).toBe('idle');
    }
  });

  it.each([
    ['farther than it reaches', 'move', 40, 'out-of-reach'],
    ['nearer than it reaches', 'move', -20, 'out-of-reach'],
    ['beyond its shoulder', 'rotate', 220, 'joint-limit'],
  ] as const)('does not move %s', (_, name, amount, code) => {
    const { clock, arm } = start();
    expect(arm.move({ name, amount })).toMatchObject({ ok: false, refusal: { code } });
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({ state: 'idle', reach: 30, bearing: 0, operation: null });
  });

  it('does not enter a zone, also not on its way', () => {
    const { clock, arm } = start();
    // With a short reach it passes under the pillar, with a long one it would hit it.
    expect(arm.move({ name: 'rotate', amount: 150 })).toMatchObject({ ok: true });
    clock.advance(60_000);
    arm.initialize();
    clock.advance(60_000);
    arm.move({ name: 'move', amount: 15 });
    clock.advance(60_000);
    expect(arm.move({ name: 'rotate', amount: 150 })).toMatchObject({
      ok: false,
      refusal: { code: 'zone', detail: expect.stringContaining('pillar') },
    });
    expect(arm.read()).toMatchObject({ state: 'idle', reach: 45, bearing: 0 });
  });

  it('takes one order at a time', () => {
    const { arm } = start();
    arm.move({ name: 'move', amount: 5 });
    expect(arm.move({ name: 'move', amount: 5 })).toMatchObject({
      ok: false,
      refusal: { code: 'busy' },
    });
  });

  it('holds where it is when it is stopped, until it is reset', () => {
    const { clock, arm } = start();
    const ordered = arm.move({ name: 'move', amount: 10 });
    if (!ordered.ok) throw new Error(ordered.refusal.detail);
    clock.advance(ordered.durationMs / 4);
    expect(arm.stop()).toMatchObject({ state: 'stopped', reach: 32.5 });
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({ state: 'stopped', reach: 32.5 });
    expect(arm.move({ name: 'move', amount: 1 })).toMatchObject({
      ok: false,
      refusal: { code: 'held' },
    });
    expect(arm.reset()).toMatchObject({ state: 'idle', fault: null, reach: 32.5 });
    expect(arm.move({ name: 'move', amount: 1 })).toMatchObject({ ok: true });
  });

  it('says that a motor stalled, halfway, and only once', () => {
    const { clock, arm } = start();
    arm.stallNext();
    arm.move({ name: 'move', amount: 10 });
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({
      state: 'stalled',
      reach: 35,
      fault: 'The motor of the elbow stalled. Reset the arm.',
    });
    arm.reset();
    arm.move({ name: 'move', amount: 5 });
    clock.advance(60_000);
    expect(arm.read()).toMatchObject({ state: 'idle', reach: 40 });
  });
});
