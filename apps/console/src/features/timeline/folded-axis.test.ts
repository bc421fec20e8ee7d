import { runs } from '@countersign/testkit/deep';
import type { Span } from '@countersign/thread/timeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedAxis, ticksOn } from './folded-axis.ts';

const span = (kind: Span['kind'], start: number, end: number | null): Span => ({
  id: `${kind}-${String(start)}`,
  kind,
  label: kind,
  start,
  end,
  status: 'done',
  sequence: start,
  itemKey: null,
  promptId: null,
});
const lane = (...spans: Span[]) => [{ agentId: 'run-3f2b6c1e', spans }];
const HOUR = 3_600_000;

describe('the axis of a timeline', () => {
  const worked = lane(
    span('tool', 0, 2_000),
    span('person', 2_000, 2_000 + HOUR),
    span('output', 2_000 + HOUR, 4_000 + HOUR),
  );
  const real = { from: 0, to: 4_000 + HOUR };

  it('draws a wait for a person short and keeps its true length, so that work is seen', () => {
    const axis = foldedAxis(worked, real, true);
    expect(axis.folds).toMatchObject([{ from: 2_000, to: 2_000 + HOUR }]);
    const share = (from: number, to: number) =>
      (axis.drawn(to) - axis.drawn(from)) / (axis.whole.to - axis.whole.from);
    expect(share(0, 2_000)).toBeGreaterThan(0.4);
    expect(share(2_000, 2_000 + HOUR)).toBeLessThan(0.1);
  });

  it('is not folded on request', () => {
    const axis = foldedAxis(worked, real, false);
    expect(axis.folds).toEqual([]);
    expect(axis.whole).toEqual(real);
    expect(axis.drawn(HOUR)).toBe(HOUR);
  });

  it('folds nothing while an agent works, nor if there is only waiting', () => {
    const busy = lane(
      span('person', 0, HOUR),
      span('tool', 0, HOUR),
      span('output', HOUR, HOUR + 9),
    );
    expect(foldedAxis(busy, { from: 0, to: HOUR + 9 }, true).folds).toEqual([]);
    expect(foldedAxis(lane(span('person', 0, null)), { from: 0, to: HOUR }, true).folds).toEqual(
      [],
    );
  });

  it('takes two questions that wait at once for one stretch, and a step between them for an event', () => {
    const both = lane(
      span('tool', 0, 1_000),
      span('person', 1_000, HOUR),
      span('followup', 9_000, HOUR),
    );
    expect(foldedAxis(both, { from: 0, to: HOUR }, true).folds).toHaveLength(1);
    const stepped = lane(...(both[0]?.spans ?? []), span('step', HOUR / 2, HOUR / 2 + 10));
    expect(foldedAxis(stepped, { from: 0, to: HOUR }, true).folds.length).toBeGreaterThan(1);
  });

  it('writes no time where a fold is', () => {
    const axis = foldedAxis(worked, real, true);
    const ticks = ticksOn(axis, axis.whole, 8);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.every((at) => at <= 2_000 || at >= 2_000 + HOUR)).toBe(true);
  });

  it('goes forward only, and leads from every place back to its moment', () => {
    const kinds: readonly Span['kind'][] = ['step', 'tool', 'output', 'person', 'followup'];
    const spans = fc.array(
      fc
        .tuple(fc.constantFrom(...kinds), fc.nat(100_000), fc.option(fc.nat(50_000)))
        .map(([kind, start, length]) => span(kind, start, length === null ? null : start + length)),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(spans, fc.array(fc.nat(150_000), { minLength: 1 }), (list, moments) => {
        const axis = foldedAxis(lane(...list), { from: 0, to: 150_000 }, true);
        let before = Number.NEGATIVE_INFINITY;
        for (const at of moments.toSorted((left, right) => left - right)) {
          const place = axis.drawn(at);
          expect(place).toBeGreaterThanOrEqual(before);
          expect(axis.real(place)).toBeCloseTo(at, 3);
          before = place;
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
