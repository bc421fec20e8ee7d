// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Antenna, CircleCheck } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { iconNamed } from './outputs/named-icons.ts';
import { OutputView } from './outputs/output-view.tsx';
import { plainColour } from './outputs/plain-colour.ts';

describe('names of icons', () => {
  it.each([
    ['check-circle', CircleCheck],
    ['CheckCircle', CircleCheck],
    ['icon_antenna', Antenna],
    ['nothing-known', null],
    ['', null],
    ['constructor', null],
  ])('%s', (name, icon) => expect(iconNamed(name)).toBe(icon));

  it('writes the name out, drawn or not', () => {
    render(<OutputView open={false} output={{ type: 'icon', data: { icon: 'weather-vane' } }} />);
    expect(screen.getByText('weather-vane')).toBeVisible();
  });
});

describe('colours of agents', () => {
  it.each(['#abc', '#aabbcc', '#aabbccdd', 'tomato', 'rgb(1, 2, 3)', 'hsla(10deg 20% 30% / 50%)'])(
    '%s is one',
    (colour) => expect(plainColour(colour)).toBe(colour),
  );
  it.each([
    'url(https://tracker.example)',
    'red; position: fixed',
    'var(--ink)',
    '#12345',
    'rgb(url(x))',
    7,
    null,
  ])('%s is none', (wish) => expect(plainColour(wish)).toBeNull());
});

describe('a table of an agent', () => {
  it('is sorted up, down and back, with what is missing at the end', async () => {
    render(
      <OutputView
        open={false}
        output={{
          type: 'table',
          columns: ['Cell', 'Drop'],
          rows: [
            ['b10', 3],
            ['b9', null],
            ['a1', -20],
          ],
        }}
      />,
    );
    const table = screen.getByRole('table');
    const cells = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
    const press = (name: string) => userEvent.click(within(table).getByRole('button', { name }));
    await press('Drop');
    expect(cells()).toEqual(['a1', 'b10', 'b9']);
    expect(within(table).getByRole('columnheader', { name: 'Drop' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await press('Drop');
    expect(cells()).toEqual(['b10', 'a1', 'b9']);
    await press('Drop');
    expect(cells()).toEqual(['b10', 'b9', 'a1']);
    await press('Cell');
    expect(cells()).toEqual(['a1', 'b9', 'b10']);
  });
});

describe('a change of a file', () => {
  const output = (before: string | null, after: string) => ({
    ...{ type: 'diff', path: 'src/a.ts', before, after, line: 40 },
  });

  it('is shown line by line with the numbers of the file, and every character counts', async () => {
    render(<OutputView open={false} output={output('one\ntwo,\n', 'one\ntwo\n')} />);
    const change = await screen.findByRole('region', { name: 'Change of src/a.ts' });
    expect(within(change).getByText('+1 −1')).toBeVisible();
    expect(within(change).getAllByText('41')).toHaveLength(2);
    await userEvent.click(within(change).getByRole('button', { name: 'Side by side' }));
    expect(within(change).getByText('Before')).toBeVisible();
  });

  it('of very many lines shows both ends, and all on request', async () => {
    const lines = Array.from({ length: 10_000 }, (_, place) => `line ${place}`);
    render(<OutputView open={false} output={output(null, lines.join('\n'))} />);
    const change = await screen.findByRole('region', { name: 'Change of src/a.ts' });
    expect(within(change).getByText('New file')).toBeVisible();
    expect(within(change).getByText('line 9999')).toBeVisible();
    expect(within(change).queryByText('line 5000')).toBeNull();
    expect(within(change).getByRole('button', { name: /^Show all 10,000 lines/ })).toBeVisible();
  });
});

it('facts have names in the language of the reader, and unknown names as they are', async () => {
  const facts = [
    { name: 'outside', value: '/etc/hosts\u202e' },
    { name: 'ticket', value: 'A-1' },
  ];
  render(<OutputView open={false} output={{ type: 'facts', facts }} />);
  expect(await screen.findByText('Outside of the folder')).toBeVisible();
  expect(screen.getByText('ticket')).toBeVisible();
  expect(screen.queryByText(/\u202e/)).toBeNull();
});
