import { runs } from '@countersign/testkit/deep';
import type { Span } from '@countersign/thread/timeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laneSums } from './lane-sums.ts';
import { moved, ticksOf, zoomed } from './view-window.ts';

const kinds: readonly Span['kind'][] = ['step', 'tool', 'output', 'handover', 'person', 'followup'];
const spans = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      start: fc.integer({ min: 0, max: 900 }),
      length: fc.option(fc.integer({ min: 0, max: 100 })),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list
      .map(
        ({ kind, start, length }, index): Span => ({
          id: String(index),
          kind,
          label: '',
          start,
          end: length === null ? null : start + length,
          status: 'done',
          sequence: index,
          itemKey: null,
          promptId: null,
        }),
      )
      .sort((left, right) => left.start - right.start),
  );

describe('the sums of a lane', () => {
  it('count every moment once, as a loop over all moments does', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const sums = { busy: 0, waited: 0, idle: 0 };
        for (let at = 0; at < 1_000; at += 1) {
          const here = list.filter(({ start, end }) => start <= at && at < (end ?? 1_000));
          if (here.some(({ kind }) => /step|tool|output/.test(kind))) sums.busy += 1;
          else if (here.some(({ kind }) => kind === 'person')) sums.waited += 1;
          else sums.idle += 1;
        }
        expect(laneSums({ agentId: 'a', spans: list }, 0, 1_000)).toEqual(sums);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('the part of the time that is drawn', () => {
  const whole = { from: 1_000, to: 61_000 };

  it('stays within the whole for any zoom and pan', () => {
    const act = fc.oneof(
      fc.record({
        factor: fc.constantFrom(0.5, 0.8, 1.25, 2),
        around: fc.integer({ min: 1_000, max: 61_000 }),
      }),
      fc.double({ min: -2, max: 2, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        let view = whole;
        for (const each of acts) {
          view = typeof each === 'number' ? moved(view, whole, each) : zoomed(view, whole, each);
          expect(view.from).toBeGreaterThanOrEqual(whole.from);
          expect(view.to).toBeLessThanOrEqual(whole.to + 0.001);
          expect(view.to - view.from).toBeGreaterThanOrEqual(49.999);
        }
      }),
    );
  });

  it('keeps the moment under the pointer where it is', () => {
    const around = 16_000;
    const view = zoomed(whole, whole, { factor: 0.5, around });
    expect((around - view.from) / (view.to - view.from)).toBeCloseTo(0.25);
  });

  it('writes round moments on the axis, and not more than fit', () => {
    expect(ticksOf({ from: 0, to: 10_000 }, 6)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000]);
    for (const to of [60, 5_000, 3_600_000, 86_400_000 * 365]) {
      expect(ticksOf({ from: 3, to }, 8).length).toBeLessThanOrEqual(9);
    }
  });
});
