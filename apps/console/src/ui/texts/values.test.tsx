// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Leaf, Rows, Values } from './values.tsx';

const plain = { node: {}, root: {}, path: [], title: '' };

it('keeps the entries of a list apart, also those that contain commas', () => {
  render(<Leaf {...plain} value={['Leipzig, Sachsen', 'Halle, Saale', 3]} />);
  expect(screen.getByText('Leipzig, Sachsen; Halle, Saale; 3')).toHaveAttribute('lang', '');
});

it('says of a list without entries that it is empty, in the language of the console', () => {
  const { container } = render(<Leaf {...plain} value={[]} />);
  expect(container.textContent).not.toBe('');
  expect(container.querySelector('[lang]')).toBeNull();
});

it('draws no column that is empty in every row, and names it', () => {
  const rows = [
    { cell: 'A', reuseKm: null, now: null },
    { cell: 'B', reuseKm: '', now: 3 },
  ];
  render(<Rows rows={rows} {...plain} label="Plan" />);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Cell', 'Now']);
  expect(screen.getByText(/^Empty in every row: Reuse/)).toBeInTheDocument();
});

it('shows the whole of a long text in a table', () => {
  const clears = 'Collision with NTO-0440-2, 3 more';
  render(<Rows rows={[{ cell: 'A', clears }]} {...plain} label="Plan" />);
  expect(screen.getByText(clears).closest('td')).toHaveClass('cell-long');
});

describe('a secret', () => {
  const root = {
    properties: {
      user: { title: 'User' },
      password: { title: 'Password', format: 'password' },
      keys: { items: { properties: { name: {}, token: { title: 'Token', writeOnly: true } } } },
    },
  };
  const value = { user: 'ada', password: 'sesame', keys: [{ name: 'ci', token: 't0ken' }] };

  it('is hidden among the values until it is requested', () => {
    const { container } = render(<Values value={value} node={root} root={root} depth={0} />);
    expect(container.textContent).toContain('ada');
    expect(container.textContent).not.toMatch(/sesame|t0ken/);
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(container.textContent).toContain('sesame');
    expect(container.textContent).not.toContain('t0ken');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(container.textContent).not.toContain('sesame');
  });

  it('is hidden in a table, and in an object on one line', () => {
    const { container } = render(
      <>
        <Rows
          rows={value.keys}
          node={root.properties.keys}
          root={root}
          path={['keys']}
          label="Keys"
        />
        <Leaf value={value} node={root} root={root} path={[]} title="Access" />
      </>,
    );
    expect(container.textContent).not.toMatch(/sesame|t0ken/);
    expect(screen.getByRole('button', { name: 'Show token 1' })).toBeInTheDocument();
  });

  it('is hidden below members that have no name of their own in the schema', () => {
    const key = { properties: { pin: { format: 'password' } } };
    const open = {
      additionalProperties: key,
      patternProperties: { '^list': { items: key } },
      allOf: [{ properties: { all: key } }],
    };
    const { container } = render(
      <Values
        value={{ other: { pin: 'p-1' }, list1: [{ pin: 'p-2' }], all: { pin: 'p-3' } }}
        node={open}
        root={open}
        depth={0}
      />,
    );
    expect(container.textContent).toContain('Pin');
    expect(container.textContent).not.toMatch(/p-\d/);
  });
});
