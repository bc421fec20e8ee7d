import { describe, expect, it } from 'vitest';
import { scrubAxis } from './scrub-axis.ts';
import { scrubTicks } from './scrub-ticks.ts';

const start = new Date(2026, 10, 21, 14, 12, 50).getTime();
const clocks = (lengthMs: number) => {
  const points = Array.from({ length: 101 }, (_, index): [number, number] => [
    index + 1,
    start + (lengthMs * index) / 100,
  ]);
  const axis = scrubAxis({ sequence: 101, points }, 101, start + lengthMs);
  return scrubTicks(axis).map(({ clock }) => clock);
};

describe('the times under the scrubber', () => {
  it.each([1_300, 1_000 * 9, 1_000 * 240, 1_000 * 3_600])('differ for a task of %d ms', (ms) => {
    const written = clocks(ms);
    expect(written).toHaveLength(5);
    expect(new Set(written).size).toBe(written.length);
  });

  it('are as fine as they must be, with seconds at the ends', () => {
    expect(clocks(1_000 * 3_600)).toEqual(['14:12:50', '14:27', '14:42', '14:57', '15:12:50']);
    expect(clocks(1_200)[1]).toMatch(/^14:12:50\.\d$/);
  });

  it('are written once where the whole task has one time', () => {
    expect(clocks(0)).toEqual(['14:12:50.0']);
  });
});
