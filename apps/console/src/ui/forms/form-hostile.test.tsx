// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { object, renderForm } from './form-harness.tsx';
import { JsonEditor } from './inputs/json-editor.tsx';
import { initialValue } from './schema/initial-value.ts';
import { validateValue } from './schema/validate.ts';

const MAX_ELEMENTS = 4_000;
const times = <Item,>(count: number, of: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, place) => of(place));
const text = { type: 'string' };
const record = (count: number, of: (place: number) => unknown) =>
  Object.fromEntries(times(count, (place) => [`f${String(place)}`, of(place)]));

/** `levels` groups in one another. */
function nested(levels: number, inner: unknown): unknown {
  return levels === 0 ? inner : object({ a: nested(levels - 1, inner) });
}

/** Each level contains the same thing twice: 2^30 parts when it is expanded. */
const doubling = (keyword: string) => ({
  $ref: '#/$defs/l0',
  $defs: Object.fromEntries([
    ...times(30, (level) => {
      const next = { $ref: `#/$defs/l${String(level + 1)}` };
      return [`l${String(level)}`, { [keyword]: [next, next] }];
    }),
    ['l30', object({ a: text })],
  ]),
});

const self = { $ref: '#/$defs/it' };
const rows: [name: string, schema: unknown, start: unknown][] = [
  [
    'ten thousand options',
    object({ a: { enum: times(10_000, (n) => `Option ${String(n)}`) } }),
    {},
  ],
  [
    'ten thousand forms',
    object({ a: { oneOf: times(10_000, (n) => object({ [`k${String(n)}`]: text })) } }),
    {},
  ],
  ['five thousand fields', object(record(5_000, () => text)), {}],
  [
    'five thousand fields that must be there',
    object(
      record(5_000, () => object({ a: text })),
      { required: times(5_000, (n) => `f${String(n)}`) },
    ),
    {},
  ],
  [
    'ten thousand entries',
    object({ a: { type: 'array', items: text } }),
    { a: times(10_000, String) },
  ],
  ['ten thousand names', { type: 'object', additionalProperties: text }, record(10_000, String)],
  [
    'lists of lists of lists',
    { type: 'array', items: { type: 'array', items: { type: 'array', items: text } } },
    times(40, () => times(40, () => times(40, String))),
  ],
  ['groups of groups of groups', {}, record(40, () => record(40, () => record(40, () => 1)))],
  [
    'a value sixty levels deep',
    nested(60, text),
    initialValue(
      nested(60, text),
      times(60, () => 'a').reduceRight<unknown>((inner, key) => ({ [key]: inner }), 'x'),
    ),
  ],
  ['eighty levels', nested(80, text), {}],
  ['thirty thousand parts', object(record(30_000, () => text)), {}],
  [
    'a group that must contain itself',
    { ...object({ a: { $ref: '#' } }, { required: ['a'] }) },
    {},
  ],
  [
    'a form that is a choice of itself',
    { ...self, $defs: { it: { oneOf: [self, text] } } },
    undefined,
  ],
  ['a form that is only itself', { ...self, $defs: { it: self } }, { a: 1 }],
  [
    'two forms that are each other',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    1,
  ],
  [
    'a whole that says itself again',
    { ...self, $defs: { it: { allOf: [self, object({ a: text })] } } },
    {},
  ],
  ['2^30 of allOf', doubling('allOf'), { a: 'x' }],
  ['2^30 of anyOf', doubling('anyOf'), { a: 'x' }],
  ['2^30 of oneOf', doubling('oneOf'), { a: 'x' }],
  [
    'a condition on itself',
    { ...self, $defs: { it: { if: self, ...object({ a: text }), else: self } } },
    { a: 'x' },
  ],
  [
    'a pattern that never ends',
    object({ a: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } }),
    { a: 'a'.repeat(5_000) },
  ],
  [
    'names by such a pattern',
    { type: 'object', patternProperties: { '^(a+)+$': text } },
    { [`${'a'.repeat(100)}!`]: 'x' },
  ],
  [
    'a thousand patterns',
    {
      type: 'object',
      patternProperties: Object.fromEntries(times(1_000, (n) => [`^${String(n)}(a|aa)+$`, text])),
    },
    record(200, () => 'x'),
  ],
  ['a pattern that is none', object({ a: { type: 'string', pattern: '(' } }), { a: 'x' }],
  [
    'words of a million characters',
    object({
      a: {
        type: 'string',
        title: 'T'.repeat(1e6),
        description: 'D'.repeat(1e6),
        default: 'X'.repeat(1e6),
      },
    }),
    {},
  ],
  [
    'keywords of the wrong kind',
    {
      type: 7,
      properties: [1],
      required: 'a',
      enum: {},
      oneOf: 'x',
      allOf: { a: 1 },
      items: 'x',
      minLength: 'x',
      pattern: 9,
      $ref: 4,
      if: 'x',
      dependentSchemas: [2],
      additionalProperties: 'x',
      title: {},
      description: [],
      default: null,
    },
    {},
  ],
  [
    'names of prototypes',
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    ),
    JSON.parse('{"__proto__":{"polluted":true}}'),
  ],
  ['no schema: a number', 42, { a: 1 }],
  ['no schema: a list', [], { a: 1 }],
  ['no schema: nothing', null, undefined],
];

describe('hostile schemas', { timeout: 60_000 }, () => {
  it.each(rows)('%s: stays small and can be answered as JSON', (_name, schema, start) => {
    const value = initialValue(schema, start);
    renderForm(schema, { start: value, showAll: true });
    expect(document.querySelectorAll('*').length).toBeLessThan(MAX_ELEMENTS);
    expect(validateValue(schema, value).length).toBeLessThanOrEqual(200);
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');

    let answered: unknown;
    render(
      <JsonEditor id="json" label="The JSON" value={{}} onChange={(next) => (answered = next)} />,
    );
    fireEvent.change(screen.getByLabelText('The JSON'), { target: { value: '{"mine":1}' } });
    expect(answered).toEqual({ mine: 1 });
  });

  it('explains why a form is not drawn, and accepts JSON in its place', () => {
    const form = renderForm(nested(80, text));
    expect(screen.getByText(/nested more than 64 levels/)).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Answer'), { target: { value: '{"a":2}' } });
    expect(form.value()).toEqual({ a: 2 });
  });

  it('explains what was not checked', () => {
    renderForm(object({ a: { $ref: 'https://elsewhere.example/a' } }), { start: { a: 1 } });
    expect(
      screen.getByText(/described in another document and were not checked here/),
    ).toBeInTheDocument();
    expect(screen.getByText(/only the agent can check the rest/)).toBeInTheDocument();
  });

  it('shows text that would reverse the direction of the page with its characters visible', () => {
    renderForm(object({ a: { type: 'string', title: 'Pay\u202Eesrever' } }));
    expect(screen.queryByText('Pay\u202Eesrever')).toBeNull();
  });
});

it('says what a box does not show, until it is gone', () => {
  renderForm(object({ account: text, note: text }), {
    start: { account: 'DE12\u200b34', note: 'plain' },
  });
  const box = screen.getByRole('textbox', { name: /Account/ });
  expect(box).toHaveValue('DE12\u200b34');
  expect(box).toHaveAccessibleDescription(/DE12⟨U\+200B⟩34/);
  expect(screen.getByRole('textbox', { name: /Note/ })).not.toHaveAccessibleDescription(/⟨/);
  fireEvent.change(box, { target: { value: 'DE1234' } });
  expect(box).not.toHaveAccessibleDescription(/⟨/);
});
