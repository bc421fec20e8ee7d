// @vitest-environment jsdom
import { canonicalJson } from '@countersign/json/canonical-json';
import type { UpFeedback } from '@countersign/upformat/message';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answers, makePrompt, mount } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());

/** The feedback as the panel shows it before it is sent, byte for byte. */
async function shownBytes(user: ReturnType<typeof mount>['user']): Promise<string> {
  await user.click(screen.getByRole('button', { name: 'Exact bytes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Exact bytes' });
  await user.click(within(dialog).getByRole('button', { name: 'Feedback' }));
  const shown = dialog.querySelector('pre.bytes-raw')?.textContent ?? '';
  await user.keyboard('{Escape}');
  return shown;
}

const target = { messageId: 'm' };
const inWords: [word: string, label: string, send: string, sent: UpFeedback][] = [
  [
    'Approve',
    'Note to the agent',
    'Send approval',
    { type: 'approve', target, content: { reason: 'Fine by me. "Really".' } },
  ],
  [
    'Reject',
    'Reason',
    'Send rejection',
    { type: 'reject', target, content: { reason: 'Too far out\nand too dear' } },
  ],
  [
    'Instruct',
    'Instruction',
    'Send instruction',
    { type: 'instruction', target, content: { text: 'max 85 EUR, größer 🛏' } },
  ],
];

it.each(inWords)(
  '%s is sent verbatim, in the bytes that were shown',
  async (word, label, send, feedback) => {
    const { decide, user } = mount(makePrompt());
    await user.click(within(await answers()).getByRole('button', { name: word }));
    await user.click(screen.getByLabelText(label));
    await user.paste(Object.values(feedback.content ?? {}).join(''));
    const shown = await shownBytes(user);
    await user.click(screen.getByRole('button', { name: send }));
    expect(decide.mock.calls.map(([input]) => input.feedback)).toEqual([feedback]);
    expect(shown).toBe(canonicalJson(feedback));
  },
);

it('an answer in words is sent if the agent sent no form', async () => {
  const { decide, user } = mount(
    makePrompt({}, { payload: {}, upContext: {}, allowedFeedback: ['edit', 'reject'] }),
  );
  const bar = await answers();
  await user.click(within(bar).getByRole('button', { name: /^(Edit|Fill in)/ }));
  const approve = within(bar).getByRole('button', { name: /^Approve/ });
  expect(approve).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByLabelText('Answer in words'));
  await user.paste('Blue, like the sea\nor the sky');
  const shown = await shownBytes(user);
  await user.click(screen.getByRole('button', { name: 'Send edit' }));
  const [feedback] = decide.mock.calls.map(([input]) => input.feedback);
  expect(feedback).toMatchObject({ type: 'edit', target: { messageId: 'm' } });
  expect(JSON.stringify(feedback?.content)).toContain('Blue, like the sea\\nor the sky');
  expect(shown).toBe(canonicalJson(feedback));
});

const candidates = ['Ada', 'Bob', 'Eve'].map((name) => ({ id: `id-of-${name}`, name, rate: 90 }));
const ranked = makePrompt(
  {},
  {
    payload: { candidates },
    allowedFeedback: ['rank', 'reject'],
    upPrompt: {
      answers: { rank: { effect: 'A mail goes out at once to each of the first 2.', takes: 2 } },
    },
  },
);
const order = () => screen.getByRole('list', { name: 'Your order, best first' });
const names = () =>
  within(order())
    .getAllByRole('button', { name: /^Drag / })
    .map((handle) => handle.getAttribute('aria-label')?.slice('Drag '.length));

it('a ranking is made by buttons and keys, and sent as it is shown', async () => {
  const { decide, user } = mount(ranked);
  await user.click(within(await answers()).getByRole('button', { name: 'Rank' }));
  expect(names()).toEqual(['Ada', 'Bob', 'Eve']);
  await user.click(screen.getByRole('button', { name: 'Move Eve up' }));
  expect(names()).toEqual(['Ada', 'Eve', 'Bob']);
  screen.getByRole('button', { name: 'Drag Ada' }).focus();
  await user.keyboard(' {ArrowDown} ');
  expect(names()).toEqual(['Eve', 'Ada', 'Bob']);
  const shown = await shownBytes(user);
  await user.click(screen.getByRole('button', { name: 'Send order' }));
  const feedback: UpFeedback = {
    type: 'rank',
    target: { messageId: 'm' },
    content: { order: ['id-of-Eve', 'id-of-Ada', 'id-of-Bob'] },
  };
  expect(decide.mock.calls.map(([input]) => input.feedback)).toEqual([feedback]);
  expect(shown).toBe(canonicalJson(feedback));
});

it('a ranking made by keys is announced by name and place, never by id, and the send key sends it', async () => {
  const { decide, user } = mount(ranked);
  await user.click(within(await answers()).getByRole('button', { name: 'Rank' }));
  expect(screen.getByText(/the agent continues with Ada and Bob/)).toBeVisible();
  const eve = () => screen.getByRole('button', { name: 'Drag Eve' });
  const status = () => order().parentElement?.querySelector('p[role="status"]');
  eve().focus();
  await user.keyboard(' ');
  expect(status()).toHaveTextContent(/^Eve lifted, place 3 of 3$/);
  await user.keyboard('{ArrowUp}');
  expect(status()).toHaveTextContent(/^Eve, place 2 of 3, taken$/);
  expect(names()).toEqual(['Ada', 'Eve', 'Bob']);
  await user.keyboard('{Escape}');
  expect(status()).toHaveTextContent(/^Eve put back to place 3 of 3$/);
  expect(names()).toEqual(['Ada', 'Bob', 'Eve']);
  expect(eve()).toHaveFocus();

  // Moved without lifting; a lifted candidate is sent in the place where it is shown.
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(eve()).toHaveFocus();
  await user.keyboard(' {ArrowUp}');
  expect(names()).toEqual(['Eve', 'Ada', 'Bob']);
  expect(screen.getByText(/the agent continues with Eve and Ada/)).toBeVisible();
  expect(within(order()).getAllByText('taken')).toHaveLength(2);
  const spoken = [...document.querySelectorAll('[role="status"], [aria-live]')];
  expect(spoken.map((each) => each.textContent).join(' ')).not.toContain('id-of-');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(decide.mock.calls[0]?.[0].feedback).toMatchObject({
    content: { order: ['id-of-Eve', 'id-of-Ada', 'id-of-Bob'] },
  });
});

it('the default is sent as the agent gave it, in the bytes that were shown', async () => {
  const defaultFeedback: UpFeedback = {
    type: 'edit',
    target: { messageId: 'm', path: '/pci' },
    content: { value: { pci: 1 } },
    metadata: { priority: 'low' },
  };
  const { decide, user } = mount(makePrompt({}, { defaultFeedback }));
  await answers();
  await user.click(screen.getByRole('button', { name: 'Send the default now' }));
  const shown = await shownBytes(user);
  await user.click(screen.getByRole('button', { name: 'Send the default' }));
  expect(decide.mock.calls.map(([input]) => input.feedback)).toEqual([defaultFeedback]);
  expect(shown).toBe(canonicalJson(defaultFeedback));
});
