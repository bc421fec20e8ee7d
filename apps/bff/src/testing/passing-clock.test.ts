import { describe, expect, it } from 'vitest';
import { createManualClock } from './manual-clock.ts';
import { createPassingClock } from './passing-clock.ts';

describe('a clock that can be advanced', () => {
  const setUp = (aheadMs?: number) => {
    const base = createManualClock();
    return { base, clock: createPassingClock(base, aheadMs), rung: [] as string[] };
  };

  it('runs like the underlying clock', () => {
    const { base, clock, rung } = setUp();
    clock.schedule(() => rung.push('a'), 1_000);
    base.advance(999);
    expect([clock.now(), rung]).toEqual([base.now(), []]);
    base.advance(1);
    expect(rung).toEqual(['a']);
  });

  it('runs what becomes due while it is advanced, and the rest earlier by as much', () => {
    const { base, clock, rung } = setUp();
    const [now, since] = [clock.now(), clock.monotonic()];
    clock.schedule(() => rung.push('due'), 20_000);
    clock.schedule(() => rung.push('later'), 25_000);
    const cancel = clock.schedule(() => rung.push('taken back'), 20_000);
    clock.pass(20_000);
    cancel();
    base.advance(0);
    expect(rung).toEqual(['due']);
    expect([clock.now() - now, clock.monotonic() - since]).toEqual([20_000, 20_000]);
    base.advance(5_000);
    expect(rung).toEqual(['due', 'later']);
  });

  it('starts ahead of the underlying clock', () => {
    const { base, clock } = setUp(60_000);
    expect(clock.now() - base.now()).toBe(60_000);
  });
});
