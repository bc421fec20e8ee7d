// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelsIn, readChart, ticksOf } from './chart-data.ts';
import { ChartOutput } from './chart-output.tsx';
import { fitInto, readGraph } from './graph-data.ts';
import { GraphOutput } from './graph-output.tsx';
import { placeLabels } from './label-places.ts';

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

  it('shows what cannot be drawn as it came', () => {
    render(<ChartOutput data={{ series: 'none' }} />);
    expect(screen.getByText(/Chart/)).toBeVisible();
    expect(readChart({ series: [{ values: ['x'] }] })).toBeNull();
  });

  it('bounds what it draws and says how much is left', () => {
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
    expect(container.querySelectorAll('.g-conflict, .g-changed')).toHaveLength(2);
    expect(screen.getByText('2 parts are not drawn.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getByRole('cell', { name: '22 → 25' })).toBeVisible();
  });

  it('finds room for the words of points that stand close', () => {
    const close = [
      { id: 'a', x: 100, y: 100, label: '5 → 26' },
      { id: 'b', x: 96, y: 108, label: '22 → 25' },
      { id: 'c', x: 104, y: 114, label: '0 → 24' },
      { id: 'd', x: 636, y: 50, label: '100 → 200' },
    ];
    const labels = placeLabels(close, { width: 640, height: 360 });
    const spots = close.map(({ id, x, y }) => {
      const place = labels.get(id);
      return { x: x + (place?.dx ?? 0), y: y + (place?.dy ?? 0), anchor: place?.anchor };
    });
    expect(labels.size).toBe(4);
    expect(new Set(spots.slice(0, 3).map(({ y }) => Math.round(y / 9))).size).toBeGreaterThan(1);
    expect(spots[3]?.anchor).toBe('end');
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
