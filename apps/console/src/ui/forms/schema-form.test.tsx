// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { validateValue } from './schema/validate.ts';
import { SchemaForm } from './schema-form.tsx';

let latest: unknown;

function Harness({ schema, start, base }: { schema: unknown; start?: unknown; base?: unknown }) {
  const [value, setValue] = useState(start);
  latest = value;
  return (
    <SchemaForm
      schema={schema}
      value={value}
      onChange={setValue}
      errors={validateValue(schema, value)}
      showAll={false}
      base={base}
      idPrefix="t"
      label="Answer"
    />
  );
}

const object = (properties: Record<string, unknown>, rest = {}) => ({
  type: 'object',
  properties,
  ...rest,
});

describe('SchemaForm', () => {
  it.each<[string, unknown, (user: ReturnType<typeof userEvent.setup>) => Promise<void>, unknown]>([
    [
      'a text',
      object({ city: { type: 'string' } }),
      async (user) => user.type(screen.getByLabelText('City'), 'Bonn'),
      { city: 'Bonn' },
    ],
    [
      'a number with a comma',
      object({ rate: { type: 'number' } }),
      async (user) => user.type(screen.getByLabelText('Rate'), '8,5'),
      { rate: 8.5 },
    ],
    [
      'an enum',
      object({ level: { enum: ['low', 'high'] } }),
      async (user) => user.selectOptions(screen.getByLabelText('Level'), 'high'),
      { level: 'high' },
    ],
    [
      'oneOf with titles',
      object({ country: { oneOf: [{ const: 'DE', title: 'Germany' }] } }),
      async (user) => user.selectOptions(screen.getByLabelText('Country'), 'Germany'),
      { country: 'DE' },
    ],
    [
      'a boolean',
      object({ visa: { type: 'boolean' } }),
      async (user) => user.selectOptions(screen.getByLabelText('Visa'), 'Yes'),
      { visa: true },
    ],
    [
      'several of a set, in its order',
      object({ days: { type: 'array', items: { enum: ['Mo', 'Tu', 'We'] } } }),
      async (user) => {
        await user.click(screen.getByLabelText('We'));
        await user.click(screen.getByLabelText('Mo'));
      },
      { days: ['Mo', 'We'] },
    ],
    [
      'a nested group by $ref',
      {
        $defs: { place: object({ zip: { type: 'string' } }) },
        ...object({ at: { $ref: '#/$defs/place', title: 'Place' } }),
      },
      async (user) => {
        await user.click(screen.getByRole('button', { name: 'Add place' }));
        await user.keyboard('04109');
      },
      { at: { zip: '04109' } },
    ],
    [
      'fields that a condition adds',
      object(
        { kind: { enum: ['a', 'b'] } },
        {
          if: { properties: { kind: { const: 'b' } }, required: ['kind'] },
          then: { properties: { why: { type: 'string' } } },
        },
      ),
      async (user) => {
        expect(screen.queryByLabelText('Why')).toBeNull();
        await user.selectOptions(screen.getByLabelText('Kind'), 'b');
        await user.type(screen.getByLabelText('Why'), 'so');
      },
      { kind: 'b', why: 'so' },
    ],
    [
      'fields of allOf',
      { allOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })] },
      async (user) => user.type(screen.getByLabelText('B'), 'x'),
      { b: 'x' },
    ],
    [
      'a chosen form of oneOf',
      object({
        pay: {
          oneOf: [
            { title: 'Card', ...object({ card: { type: 'string' } }) },
            { title: 'Invoice', ...object({ vat: { type: 'string' } }, { required: ['vat'] }) },
          ],
        },
      }),
      async (user) => {
        await user.selectOptions(screen.getByLabelText('Pay'), 'Invoice');
        await user.type(screen.getByLabelText(/^Vat/), 'DE1');
      },
      { pay: { vat: 'DE1' } },
    ],
    [
      'a part that is described elsewhere, as JSON',
      object({ free: { $ref: 'https://elsewhere.example/schema' } }),
      async (user) => {
        await user.click(screen.getByLabelText('Free as JSON'));
        await user.paste('{"a":1}');
      },
      { free: { a: 1 } },
    ],
  ])('%s', async (_name, schema, act, expected) => {
    render(<Harness schema={schema} />);
    await act(userEvent.setup());
    expect(latest).toEqual(expected);
  });

  it('adds, moves and removes entries of a list', async () => {
    const user = userEvent.setup();
    const skills = {
      type: 'array',
      title: 'Skills',
      maxItems: 3,
      items: object({ name: { type: 'string' }, years: { type: 'integer' } }),
    };
    render(
      <Harness
        schema={object({ skills })}
        start={{
          skills: [
            { name: 'React', years: 5 },
            { name: 'Go', years: 2 },
          ],
        }}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Move Go up' }));
    await user.click(screen.getByRole('button', { name: 'Remove React' }));
    await user.click(screen.getByRole('button', { name: 'Add to skills' }));
    await user.type(screen.getByLabelText('Name 2'), 'SQL');
    expect(latest).toEqual({ skills: [{ name: 'Go', years: 2 }, { name: 'SQL' }] });
    await user.click(screen.getByRole('button', { name: 'Add to skills' }));
    expect(screen.queryByRole('button', { name: 'Add to skills' })).toBeNull();
  });

  it('shows a fault once the field was left, tied to it', async () => {
    const user = userEvent.setup();
    render(<Harness schema={object({ zip: { type: 'string', pattern: '^[0-9]{5}$' } })} />);
    const zip = screen.getByLabelText('Zip');
    await user.type(zip, '041');
    expect(zip).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(zip).toHaveAttribute('aria-invalid', 'true');
    expect(zip).toHaveAccessibleDescription('5 digits');
  });

  it('shows the agent’s proposal next to my changes, and reverts to it', async () => {
    const user = userEvent.setup();
    render(
      <Harness
        schema={object({ pci: { type: 'integer' } })}
        start={{ pci: 218 }}
        base={{ pci: 218 }}
      />,
    );
    await user.clear(screen.getByRole('textbox', { name: /Pci/ }));
    await user.type(screen.getByRole('textbox', { name: /Pci/ }), '220');
    expect(screen.getByText('218')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo Pci' }));
    expect(latest).toEqual({ pci: 218 });
  });

  it('keeps a read-only value from being changed', () => {
    render(
      <Harness
        schema={object({ basis: { type: 'string', readOnly: true } })}
        start={{ basis: 'hour' }}
      />,
    );
    expect(screen.getByLabelText('Basis')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Basis')).toHaveAccessibleDescription('Fixed value');
  });

  it('unfolds a schema that refers to itself on demand', async () => {
    const user = userEvent.setup();
    render(<Harness schema={object({ name: { type: 'string' }, self: { $ref: '#' } })} />);
    await user.click(screen.getByRole('button', { name: 'Add self' }));
    await user.keyboard('inner');
    await user.click(screen.getByRole('button', { name: 'Add self' }));
    expect(latest).toEqual({ self: { name: 'inner', self: {} } });
  });

  it('gives a JSON editor and a message for a schema nested too deep', async () => {
    const user = userEvent.setup();
    let schema: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 80; level += 1) schema = object({ a: schema });
    render(<Harness schema={schema} />);
    expect(screen.getByText(/nested more than 64 levels/)).toBeInTheDocument();
    const box = screen.getByLabelText('Answer');
    await user.click(box);
    await user.paste('{"a":');
    expect(box).toHaveAccessibleDescription(/Not JSON yet, line 1, column 6/);
    await user.paste('{}}');
    expect(latest).toEqual({ a: {} });
  });
});
