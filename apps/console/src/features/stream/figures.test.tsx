// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksOf } from './outputs/chart-axis.ts';
import { readChart } from './outputs/chart-data.ts';
import { momentTicks } from './outputs/chart-moments.ts';
import { ChartOutput } from './outputs/chart-output.tsx';
import { labelsIn, scaleOf } from './outputs/chart-scale.ts';
import { fitInto, readGraph } from './outputs/graph-data.ts';
import { GraphOutput } from './outputs/graph-output.tsx';
import { placeLabels } from './outputs/label-places.ts';

describe('a chart of an agent', () => {
  const data = {
    title: 'Mbit/s per user',
    kind: 'bar',
    categories: ['A', 'B'],
    series: [
      { name: 'before', values: [10, 20] },
      { name: 'after', values: [12, null] },
    ],
  };

  it('draws a bar per figure and gives the exact figures as a table', async () => {
    const { container } = render(<ChartOutput data={data} />);
    expect(container.querySelectorAll('rect')).toHaveLength(3);
    expect(screen.getByRole('img', { name: 'Mbit/s per user' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('columnheader', { name: 'after' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '12' })).toBeVisible();
  });

  it.each([
    [{ series: [{ data: [1, 2] }] }, [1, 2]],
    [{ series: [{ points: [{ x: 'a', y: 3 }] }] }, [3]],
    [{ series: [{ points: [['a', 4]] }] }, [4]],
    [{ series: [{ values: ['5', Number.NaN, 6] }] }, [null, null, 6]],
  ])('reads what agents write: %j', (given, values) => {
    expect(readChart(given)?.series[0]?.values).toEqual(values);
  });

  it('shows what cannot be drawn as received', () => {
    render(<ChartOutput data={{ series: 'none' }} />);
    expect(screen.getByText(/Chart/)).toBeVisible();
    expect(readChart({ series: [{ values: ['x'] }] })).toBeNull();
  });

  it('is drawn with true distances, over numbers and over dates', () => {
    const chart = readChart({
      series: [
        {
          points: [
            { x: 0, y: 1 },
            { x: 1, y: 2 },
            { x: 10, y: 3 },
          ],
        },
        { points: [[5, 4]] },
      ],
    });
    expect(chart?.categories).toEqual(['0', '1', '5', '10']);
    expect(chart?.series.map(({ values }) => values)).toEqual([
      [1, 2, undefined, 3],
      [undefined, undefined, 4, undefined],
    ]);
    if (chart === null) throw new Error('not read');
    const { xOf } = scaleOf({ ...chart, kind: 'line' }, 640);
    expect((xOf(1) - xOf(0)) / (xOf(3) - xOf(0))).toBeCloseTo(0.1);
    const bars = scaleOf(chart, 640);
    expect(bars.xOf(3) + bars.slot / 2).toBeCloseTo(bars.right);
    const days = readChart({
      series: [
        {
          data: [
            ['2026-01-01', 1],
            ['2026-01-31', 2],
          ],
        },
      ],
    });
    expect(days?.axis?.kind).toBe('utc');
  });

  it('that cannot be drawn is a table of its points, followed by the complete data', () => {
    const points = [
      [3, 1],
      [1, 2],
    ];
    render(<ChartOutput data={{ series: [{ name: 'Path', points }] }} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getAllByRole('cell', { name: 'Path' })).toHaveLength(2);
    expect(screen.getByRole('button', { name: /Chart/ })).toBeVisible();
  });

  it('reserves space for every label next to its axes, at any width', () => {
    const moments = { min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') };
    const place = fc.oneof(
      fc.uniqueArray(
        fc
          .date({ min: new Date(moments.min), max: new Date(moments.max), noInvalidDate: true })
          .map((date) => date.toISOString()),
        { minLength: 1, maxLength: 30 },
      ),
      fc.uniqueArray(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 30 }),
      fc.array(fc.constant(null), { minLength: 1, maxLength: 60 }),
    );
    fc.assert(
      fc.property(
        place,
        fc.constantFrom('bar', 'line'),
        fc.integer({ min: 280, max: 1_200 }),
        (places, kind, width) => {
          const ordered = [...places].sort((a, b) =>
            typeof a === 'number' && typeof b === 'number'
              ? a - b
              : String(a).localeCompare(String(b)),
          );
          const values = ordered.map((at, index) =>
            at === null ? index * 1e6 : [at, index * 1e6],
          );
          const categories =
            places[0] === null ? { categories: places.map((_, at) => `2026-11-${at}`) } : {};
          const chart = readChart({ kind, ...categories, series: [{ values }] });
          if (chart === null) throw new Error('not read');
          const { across, up } = scaleOf(chart, width);
          const lines = new Set(across.map(({ y }) => y));
          for (const line of lines) {
            let end = 0;
            for (const { word, at } of across.filter(({ y }) => y === line)) {
              const half = (word.length * 6.5) / 2;
              expect(at - half).toBeGreaterThanOrEqual(end - 0.01);
              end = at + half;
            }
            expect(end).toBeLessThanOrEqual(width);
          }
          for (const { word, at } of up) expect(at - word.length * 6.5).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it.each([
    ['2026-01-01', '2026-03-01', ['2026-01-01', '2026-01-08'], 9],
    ['2019-05-01', '2026-03-01', ['2020-01', '2021-01'], 9],
    ['2026-01-01T10:00:20Z', '2026-01-01T11:00:00Z', ['10:10', '10:20'], 6],
    ['2026-01-01T10:00:20Z', '2026-01-03T11:00:00Z', ['01-01 12:00', '01-02 00:00'], 6],
    ['2026-01-01T10:00:20Z', '2026-01-01T10:00:30Z', ['10:00:20', '10:00:22'], 6],
  ])('marks time with round moments, %s to %s', (from, to, words, count) => {
    const ticks = momentTicks(Date.parse(from), Date.parse(to), { count, isLocal: false });
    expect(ticks.slice(0, 2).map(({ word }) => word)).toEqual(words);
    expect(ticks.length).toBeLessThanOrEqual(count + 1);
  });

  it('limits what it draws and shows how much is left', () => {
    const series = Array.from({ length: 9 }, () => ({ values: Array(500).fill(1) }));
    const chart = readChart({ series });
    expect(chart?.series).toHaveLength(6);
    expect(chart?.series[0]?.values).toHaveLength(400);
    expect(chart?.left).toBe(3 + 9 * 100);
  });

  it('writes every name under the axis while they fit, in two lines or fewer of them else', () => {
    const named = (count: number, name: string) => Array.from({ length: count }, () => name);
    expect(labelsIn(named(4, 'NTO-0441-3'), 140)).toEqual({ every: 1, lines: 1 });
    expect(labelsIn(named(8, 'NTO-0441-3'), 72)).toEqual({ every: 1, lines: 2 });
    expect(labelsIn(named(10, 'NTO-0441-3'), 58)).toEqual({ every: 1, lines: 2 });
    expect(labelsIn(named(400, '2026-11-21'), 1.45)).toEqual({ every: 27, lines: 2 });
    expect(labelsIn([], 580)).toEqual({ every: 1, lines: 1 });
  });

  it('marks the axis with round figures inside the range', () => {
    const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(finite, fc.double({ min: 0.001, max: 1e6, noNaN: true }), (low, span) => {
        const ticks = ticksOf(low, low + span);
        expect(ticks.length).toBeLessThanOrEqual(12);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low - span * 1e-6);
          expect(tick).toBeLessThanOrEqual(low + span * 1.000001 + Math.abs(low) * 1e-9);
        }
      }),
    );
  });
});

describe('a graph of an agent', () => {
  const data = {
    title: 'Cells',
    nodes: [
      { id: 'a', label: '21', x: 0, y: 0, state: 'conflict' },
      { id: 'b', label: '22 → 25', x: 2, y: 1, state: 'changed' },
      { id: 'c', x: 'here', y: 1 },
    ],
    edges: [
      { from: 'a', to: 'b', kind: 'collision', label: 'PCI 21' },
      { from: 'a', to: 'nowhere' },
    ],
  };

  it('draws nodes at their places, joins them, and lists them as a table', async () => {
    const { container } = render(<GraphOutput data={data} />);
    expect(container.querySelectorAll('line')).toHaveLength(1);
    expect(container.querySelectorAll('.graph-conflict, .graph-changed')).toHaveLength(2);
    expect(screen.getByText('2 parts are not drawn.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('cell', { name: '22 → 25' })).toBeVisible();
  });

  it('finds space for the labels of points close to each other', () => {
    const close = [
      { id: 'a', x: 100, y: 100, label: '5 → 26' },
      { id: 'b', x: 96, y: 108, label: '22 → 25' },
      { id: 'c', x: 104, y: 114, label: '0 → 24' },
      { id: 'd', x: 636, y: 50, label: '100 → 200' },
    ];
    const labels = placeLabels(close, [], { width: 640, height: 360 });
    const spots = close.map(({ id, x, y }) => {
      const place = labels.get(id);
      return { x: x + (place?.dx ?? 0), y: y + (place?.dy ?? 0), anchor: place?.anchor };
    });
    expect(labels.size).toBe(4);
    expect(new Set(spots.slice(0, 3).map(({ y }) => Math.round(y / 9))).size).toBeGreaterThan(1);
    expect(spots[3]?.anchor).toBe('end');
  });

  it('covers no point without a label either, where another place is free', () => {
    const [point] = [{ id: 'a', x: 100, y: 100, label: '22 → 25' }];
    const frame = { width: 640, height: 360 };
    const place = (plain: readonly { x: number; y: number }[]) =>
      placeLabels([point], plain, frame).get('a');
    expect(place([])?.anchor).toBe('start');
    expect(place([{ x: 130, y: 100 }])?.anchor).toBe('end');
    expect(
      place([
        { x: 130, y: 100 },
        { x: 70, y: 100 },
      ])?.anchor,
    ).toBe('middle');
  });

  it('keeps every node inside the box, north up', () => {
    const place = fc.record({
      x: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
      y: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (list) => {
        const nodes = list.map((each, index) => ({ ...each, id: String(index) }));
        const points = readGraph({ nodes })?.points ?? [];
        const places = fitInto(points, { width: 100, height: 60, margin: 5 });
        for (const { x, y } of places.values()) {
          expect(x).toBeGreaterThanOrEqual(4.99);
          expect(x).toBeLessThanOrEqual(95.01);
          expect(y).toBeGreaterThanOrEqual(4.99);
          expect(y).toBeLessThanOrEqual(55.01);
        }
      }),
    );
    const south = readGraph(data)?.points ?? [];
    const drawn = fitInto(south, { width: 100, height: 60, margin: 5 });
    expect(drawn.get('b')?.y).toBeLessThan(drawn.get('a')?.y ?? 0);
  });
});
