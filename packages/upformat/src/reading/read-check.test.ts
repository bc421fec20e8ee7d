import { describe, expect, it } from 'vitest';
import { readCheck } from './read-check.ts';

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('the response of an agent to an edited value', () => {
  it('is a warning at its place unless it is marked as an error', () => {
    const read = readCheck({
      faults: [
        { path: '/assignments/3/proposed', message: 'It would collide.', severity: 'error' },
        { path: '/assignments/3/proposed', message: 'Far.', severity: 'fatal' },
        { message: 'The whole is odd.' },
        'Only words.',
      ],
    });
    expect(read).toEqual({
      faults: [
        { path: '/assignments/3/proposed', message: 'It would collide.', severity: 'error' },
        { path: '/assignments/3/proposed', message: 'Far.', severity: 'warning' },
        { path: '', message: 'The whole is odd.', severity: 'warning' },
        { path: '', message: 'Only words.', severity: 'warning' },
      ],
      outputs: null,
      left: 0,
    });
  });

  it('accepts the value if there are no faults; absent outputs are not an empty list', () => {
    expect(readCheck({})).toEqual({ faults: [], outputs: null, left: 0 });
    expect(readCheck({ faults: [], outputs: [] })).toEqual({ faults: [], outputs: [], left: 0 });
  });

  it('keeps the text if the place is not a pointer', () => {
    const paths = ['assignments[3]', 7, `/${'x'.repeat(2_000)}`];
    const faults = paths.map((path) => ({ path, message: 'Why' }));
    expect(readCheck({ faults })?.faults.map(({ path }) => path)).toEqual(['', '', '']);
  });

  it('reads no more than can be shown, and counts the rest', () => {
    const fault = { path: '/a', message: '😀'.repeat(10_000), severity: 'error' };
    const chart = { type: 'chart', series: [] };
    const read = readCheck({
      faults: [...Array.from({ length: 500 }, () => fault), null],
      outputs: [chart, { type: 7 }, { type: 'huge', data: 'x'.repeat(200_000) }, 'text', chart],
    });
    expect(read?.faults).toHaveLength(100);
    expect(read?.faults[0]?.message.length).toBeLessThanOrEqual(501);
    expect(read?.faults[0]?.message).toMatch(/^(?:😀)+…$/u);
    expect(read?.outputs).toEqual([chart, chart]);
    expect(read?.left).toBe(401 + 3);
  });

  it('is null if it is not an object, or nested too deep', () => {
    for (const reply of [null, [], 'fine', 7, { faults: 'none' }, { outputs: {} }]) {
      expect(readCheck(reply)).toBeNull();
    }
    expect(readCheck({ outputs: [{ type: 'tree', data: deep(5_000) }] })).toBeNull();
  });

  it('replaces lone surrogates', () => {
    expect(readCheck({ faults: [{ message: 'odd \ud800' }] })?.faults[0]?.message).toBe(
      'odd \ufffd',
    );
  });
});
