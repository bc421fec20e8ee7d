import { describe, expect, it } from 'vitest';
import { readChart } from './chart-data.ts';
import { chartOfEcharts } from './echarts.ts';

const drawn = (option: object) => {
  const chart = chartOfEcharts({ option });
  return chart && readChart(chart);
};

describe('an echarts option', () => {
  it('is a line over the names of its axis', () => {
    expect(
      drawn({
        grid: { left: '16' },
        xAxis: { type: 'category', data: ['13:00', '13:30'] },
        yAxis: { type: 'value' },
        series: [{ name: 'Throughput', type: 'line', data: [33, 41] }],
      }),
    ).toMatchObject({
      kind: 'line',
      categories: ['13:00', '13:30'],
      series: [{ name: 'Throughput', values: [33, 41] }],
    });
  });

  it('may have its names on the other axis, and values in objects and texts', () => {
    const option = {
      xAxis: [{ type: 'value' }],
      yAxis: [{ data: [{ value: 'a' }, 'b'] }],
      series: { type: 'bar', data: [{ value: '7' }, 8] },
    };
    expect(drawn(option)).toMatchObject({
      kind: 'bar',
      categories: ['a', 'b'],
      series: [{ values: [7, 8] }],
    });
  });

  it('is bars for the slices of a pie, and for points', () => {
    const slices = [
      { name: 'up', value: 3 },
      { name: 'down', value: 1 },
    ];
    expect(drawn({ series: [{ type: 'pie', data: slices }] })).toMatchObject({
      categories: ['up', 'down'],
      series: [{ values: [3, 1] }],
    });
  });

  it.each([
    [{ series: [{ type: 'sankey', data: [] }] }],
    [
      {
        series: [
          {
            type: 'scatter',
            data: [
              [1, 5],
              [9, 6],
            ],
          },
        ],
      },
    ],
    [{ series: [{ type: 'bar' }, { type: 'line' }] }],
    [{ series: 'none' }],
    [{ dataset: { source: [] } }],
    [null],
  ])('that is none of them is not drawn: %j', (option) => {
    expect(chartOfEcharts({ option })).toBeNull();
  });
});
