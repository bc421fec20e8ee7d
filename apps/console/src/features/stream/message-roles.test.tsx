// @vitest-environment jsdom

import type { Message } from '@countersign/hai/event';
import { envelopesOf } from '@countersign/testkit/envelopes';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Stream } from './stream.tsx';

function show(...messages: Message[]) {
  const events = envelopesOf([{ type: 'MESSAGE_SNAPSHOT', messages }], {
    threadId: 't',
    agentId: 'weather',
  });
  render(<Stream thread={foldThread(emptyThread('t'), events)} />);
}
const rowOf = (text: string) => {
  const row = screen.getByText(text).closest('li');
  if (row === null) throw new Error(`no row says ${text}`);
  return within(row);
};

it('shows messages of a user and of the system with their role, never as the agent’s', () => {
  show(
    { id: 'lc_run--1', role: 'system', content: 'Be brief.' },
    { id: 'lc_run--2', role: 'user', content: 'How warm is it?' },
    { id: 'lc_run--3', role: 'assistant', content: 'Seven degrees.' },
  );
  expect(rowOf('Be brief.').getByText('System')).toBeVisible();
  expect(rowOf('How warm is it?').getByText('User')).toBeVisible();
  expect(rowOf('How warm is it?').getByText('as reported by weather')).toBeVisible();
  expect(rowOf('How warm is it?').queryByText('weather')).toBeNull();
  expect(rowOf('Seven degrees.').getByText('weather')).toBeVisible();
});

it('keeps developer messages folded', async () => {
  show({ id: 'lc_run--1', role: 'developer', content: 'trace 17' });
  expect(screen.queryByText('trace 17')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /Developer/, expanded: false }));
  expect(screen.getByText('trace 17')).toBeVisible();
});

it('shows a result whose call was never received', () => {
  show({
    id: 'r1',
    role: 'tool',
    toolCallId: 'call_Yk3bZ7rTfXa0GhWYk3bZ7rTf',
    content: '7 degrees',
  });
  const box = screen.getByRole('group', { name: 'Result without its call' });
  expect(box).toHaveTextContent('7 degrees');
  expect(within(box).queryByText('no arguments')).toBeNull();
});

it('loads no attachment of another host without a click', async () => {
  show({
    id: 'lc_run--2',
    role: 'user',
    content: [
      { type: 'text', text: 'This one:' },
      {
        type: 'image',
        source: { type: 'url', value: 'https://a.example/c.png', mimeType: 'image/png' },
      },
      { type: 'image', source: { type: 'data', value: 'iVBORw0KGgo=', mimeType: 'image/png' } },
    ],
  });
  expect(await screen.findByRole('link', { name: /Open in a new tab/ })).toHaveAttribute(
    'href',
    'https://a.example/c.png',
  );
  const [picture, ...others] = screen.getAllByRole('img', { name: 'Image' });
  expect(others).toEqual([]);
  expect(picture).toHaveAttribute('src', 'data:image/png;base64,iVBORw0KGgo=');
});

it('notes that a message was sent again under another id', () => {
  const said = (id: string, content: string): Message => ({ id, role: 'assistant', content });
  const events = envelopesOf(
    [
      { type: 'MESSAGE_SNAPSHOT', messages: [said('run-1', 'Paid.'), said('run-2', 'Bye.')] },
      { type: 'MESSAGE_SNAPSHOT', messages: [said('msg-1', 'Paid.'), said('run-2', 'Bye.')] },
    ],
    { threadId: 't', agentId: 'weather' },
  );
  render(<Stream thread={foldThread(emptyThread('t'), events)} />);
  expect(rowOf('Paid.').getByText('sent again under another id, shown once')).toBeVisible();
  expect(rowOf('Bye.').queryByText('sent again under another id, shown once')).toBeNull();
});
