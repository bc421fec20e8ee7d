import { describe, expect, it } from 'vitest';
import { fillFields } from './fill-fields.ts';
import { pasteInto } from './paste-into.ts';

const schema = {
  type: 'object',
  required: ['city'],
  properties: {
    person: { type: 'string', readOnly: true },
    city: { type: 'string', title: 'City', maxLength: 10 },
    desks: { type: 'integer', title: 'Desks', minimum: 1 },
    remote: { type: 'boolean', title: 'Remote' },
    zone: {
      title: 'Zone',
      oneOf: [
        { const: 'n', title: 'North' },
        { const: 's', title: 'South' },
      ],
    },
    rate: { type: 'object', title: 'Rate', properties: { max: { type: 'number', title: 'Most' } } },
    skills: { type: 'array', items: { type: 'string' } },
  },
};
const fields = fillFields(schema);
const order = ['a', 'b', 'c'];
const starts = new Map(order.map((id) => [id, { schema, value: { person: id } }]));

function paste(text: string, at: { row?: string; title?: string } = {}) {
  const field = fields.find(({ title }) => title === (at.title ?? 'City'));
  if (field === undefined) throw new Error('no such field');
  const from = { promptId: at.row ?? 'a', field, order, columns: fields, starts };
  const { values, report } = pasteInto(text, { ...from, values: new Map() });
  const reported = [...values].map(([id, row]) => [
    id,
    Object.fromEntries([...row].map(([pointer, [, value]]) => [pointer, value])),
  ]);
  return { values: Object.fromEntries(reported), report };
}

describe('fields that can be filled in together', () => {
  it('are single values that may be changed, groups unfolded', () => {
    expect(fields.map(({ title }) => title)).toEqual([
      ...['City', 'Desks', 'Remote', 'Zone', 'Rate › Most'],
    ]);
  });
});

describe('a column of a spreadsheet', () => {
  it('goes down from the cell it is pasted into, and columns to the right', () => {
    const { values, report } = paste('Leipzig\t3\r\n莱比锡\t4\r\n');
    expect(values).toEqual({
      a: { '/city': 'Leipzig', '/desks': 3 },
      b: { '/city': '莱比锡', '/desks': 4 },
    });
    expect(report).toMatchObject({ lines: 2, taken: 2, refused: [], left: 0, beyond: 0 });
  });

  it('reads cells as they are written in spreadsheets', () => {
    expect(paste('3\tTRUE\tnorth\t12,5', { title: 'Desks' }).values).toEqual({
      a: { '/desks': 3, '/remote': true, '/zone': 'n', '/rate/max': 12.5 },
    });
    expect(paste('"a ""b"""').values).toEqual({ a: { '/city': 'a "b"' } });
  });

  it('reports row by row what does not fit, and leaves those cells unchanged', () => {
    const { values, report } = paste(
      'Leipzig\tmany\nA city of too many letters\nBonn\t0\nOne more',
    );
    expect(values).toEqual({ a: { '/city': 'Leipzig' }, c: { '/city': 'Bonn' } });
    expect(report).toMatchObject({ lines: 4, taken: 0, left: 1 });
    expect(report.refused.map(({ line, title, cell }) => [line, title, cell])).toEqual([
      [1, 'Desks', 'many'],
      [2, 'City', 'A city of too many letters'],
      [3, 'Desks', '0'],
    ]);
    expect(report.refused[2]?.why).toMatch(/at least 1/i);
  });

  it('leaves a row unchanged where its line is empty, and counts cells without a column', () => {
    const { values, report } = paste('South\t1\tx\ty\n\nNorth', { row: 'b', title: 'Zone' });
    expect(values).toEqual({ b: { '/zone': 's', '/rate/max': 1 } });
    expect(report).toMatchObject({ lines: 3, left: 1, beyond: 2 });
  });
});
