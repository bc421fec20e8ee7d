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

  const line = (data: unknown, xAxis: object = {}) =>
    drawn({ xAxis, series: [{ type: 'line', data }] });

  it('is placed by its positions: uneven ones are not spread out evenly', () => {
    const points = [[0, 5], ['1', '6'], { value: [10, 7] }];
    expect(line(points)).toMatchObject({
      axis: { kind: 'number', places: [0, 1, 10] },
      series: [{ values: [5, 6, 7] }],
    });
    const moments = [
      [1_752_265_694_000, 1],
      [1_752_265_695_000, '-'],
      [1_752_269_294_000, 3],
    ];
    expect(line(moments, { type: 'time' })).toMatchObject({
      axis: { kind: 'local', places: moments.map(([at]) => at) },
      series: [{ values: [1, null, 3] }],
    });
  });

  it('may place its points by name or place among the names of an axis', () => {
    const option = {
      xAxis: { data: ['Mon', 'Tue', 'Wed'] },
      series: [
        {
          type: 'line',
          data: [
            ['Wed', 3],
            ['Mon', 1],
          ],
        },
        { type: 'line', data: [[1, 7]] },
      ],
    };
    expect(drawn(option)?.series.map(({ values }) => values)).toEqual([
      [1, undefined, 3],
      [undefined, 7, undefined],
    ]);
    expect(line([['Sun', 1]], { data: ['Mon'] })).toBeNull();
    const lying = { yAxis: { data: ['a', 'b'] }, series: [{ type: 'bar', data: [[7, 'b']] }] };
    expect(drawn(lying)?.series[0]?.values).toEqual([undefined, 7]);
  });

  it.each([
    [
      'runs back',
      [
        [1, 5],
        [9, 6],
        [3, 7],
      ],
    ],
    [
      'stands twice in one place',
      [
        [1, 5],
        [1, 6],
      ],
    ],
    ['says where only some of its points stand', [[1, 5], 6]],
  ])('that %s is not drawn', (_, data) => {
    expect(line(data)).toBeNull();
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
    [{ xAxis: { type: 'log' }, series: [{ type: 'line', data: [[1, 5]] }] }],
    [{ series: 'none' }],
    [{ dataset: { source: [] } }],
    [null],
  ])('that is none of them is not drawn: %j', (option) => {
    expect(chartOfEcharts({ option })).toBeNull();
  });
});
