// @vitest-environment jsdom
import type { UpFeedback } from '@countersign/upformat/message';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import type { BulkColumns } from './bulk-columns.ts';
import { SameInAll } from './bulk-same.tsx';
import { CellValue } from './cell-value.tsx';
import { differingOf } from './differing.ts';
import { filledText } from './fill/filled-rows.ts';
import { RowInFull } from './row-in-full.tsx';

const schema = {
  properties: {
    access: { properties: { user: {}, pin: { title: 'Pin', format: 'password' } } },
    password: { title: 'Password', format: 'password' },
    city: { title: 'City' },
  },
};
const feedback: Extract<UpFeedback, { type: 'edit' }> = {
  type: 'edit',
  content: {
    value: { password: 'sesame', city: 'Leipzig' },
    patch: [
      { op: 'add', path: '/password', value: 'sesame' },
      { op: 'add', path: '/city', value: 'Leipzig' },
    ],
  },
};
const ask = (id: string, user: string) =>
  anyPrompt(id, {
    message: {
      ...anyPrompt(id).message,
      payload: { access: { user, pin: 'p-1' }, password: 'sesame' },
      upContext: { schema },
      upPrompt: { ask: 'Which?', defaultFeedback: feedback },
    },
  });
const rows = [ask('a', 'ada'), ask('b', 'bo')];
const columns: BulkColumns = {
  differing: differingOf(rows),
  shown: [],
  agents: false,
  tasks: false,
};
const page = () => document.body.innerHTML;
const secrets = /sesame|p-1/;

it('hides the secrets within an object that is one column', () => {
  const [prompt] = rows;
  if (prompt === undefined) throw new Error('no row');
  const value = { user: 'ada', pin: 'p-1' };
  render(<CellValue prompt={prompt} pointer="/payload/access" value={value} />);
  expect(page()).toContain('ada');
  expect(page()).not.toMatch(secrets);
});

it('hides the secrets of what is the same in all, of the default too', () => {
  render(<SameInAll shown={rows} columns={columns} />);
  expect(page()).toContain('Leipzig');
  expect(page()).not.toMatch(secrets);
  fireEvent.click(screen.getByText('Show secrets'));
  expect(page()).toMatch(/p-1/);
});

it('says the default in words: once if it is the same in all, else in each row', () => {
  const { unmount } = render(<SameInAll shown={rows} columns={columns} />);
  expect(screen.getByText(/^edited: .*City Leipzig$/)).toBeInTheDocument();
  unmount();
  const [first] = rows;
  if (first === undefined) throw new Error('no row');
  const upPrompt = {
    defaultFeedback: { type: 'reject', content: { reason: 'Too late' } },
  } as const;
  const other = { ...first, id: 'c', message: { ...first.message, upPrompt } };
  render(<SameInAll shown={[first, other]} columns={columns} />);
  expect(page()).toContain('own default');
  const value = differingOf([first, other]).cells.get('c')?.get('/upPrompt/defaultFeedback');
  render(<CellValue prompt={other} pointer="/upPrompt/defaultFeedback" value={value} />);
  expect(screen.getByText('rejected, “Too late”')).toBeInTheDocument();
});

it('hides the secrets of a row in full, and of the bytes that leave for it', () => {
  const [prompt] = rows;
  if (prompt === undefined) throw new Error('no row');
  const differing = {
    columns: ['/payload/access'],
    cells: new Map([['a', new Map([['/payload/access', { user: 'ada', pin: 'p-1' }]])]]),
    same: new Map(),
  };
  render(
    <RowInFull
      prompt={prompt}
      columns={{ ...columns, differing }}
      leaves={feedback}
      onClose={() => {}}
    />,
  );
  expect(page()).toContain('Leipzig');
  expect(page()).not.toMatch(secrets);
});

it('shows what is filled in without the secrets', () => {
  expect(filledText({ schema, value: {}, errors: [], feedback })).toBe(
    'Password ••••••••, City Leipzig',
  );
});
