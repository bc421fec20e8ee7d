// @vitest-environment jsdom
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ContentDiff } from './compare/content-diff.tsx';
import { Difference } from './compare/difference.tsx';
import { changesOf } from './draft/build-feedback.ts';
import { SentContent } from './sent/sent-content.tsx';
import { answers, decisionBy, makePrompt, mount } from './testing/panel.tsx';

const schema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { type: 'string', format: 'password' },
    keys: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, token: { type: 'string', writeOnly: true } },
      },
    },
  },
};
const keys = [
  { name: 'ci', token: 't0ken' },
  { name: 'cd', token: 't1ken' },
];
const payload = { user: 'ada', password: 'sesame', keys };
const secrets = /sesame|t\dken/;
const asked = (message: Partial<UpMessage> = {}) =>
  makePrompt({}, { payload, upContext: { schema }, ...message });
const page = () => document.body.innerHTML;

beforeEach(() => localStorage.clear());

it('shows no secret beside the form, in the default or in the proposal as JSON, until it is requested', async () => {
  const defaultFeedback: UpFeedback = {
    type: 'edit',
    content: {
      value: { ...payload, password: 'sesame2' },
      patch: [{ op: 'replace', path: '/password', value: 'sesame2' }],
    },
  };
  const { user } = mount(asked({ defaultFeedback }));
  await answers();
  await user.click(screen.getByText('JSON'));
  expect(page()).toContain('ada');
  expect(page()).not.toMatch(secrets);
  await user.click(screen.getByText('Edit'));
  const same = screen.getByRole('heading', { name: 'Same value as JSON' }).closest('section');
  expect(same).toHaveTextContent('ada');
  expect(same).not.toHaveTextContent(secrets);
  await user.click(screen.getByRole('button', { name: 'Show secrets' }));
  expect(same).toHaveTextContent('sesame');
});

it('hides the secrets of a draft that was overtaken by another answer', async () => {
  const { user, put } = mount(asked());
  await answers();
  await user.click(screen.getByText('Edit'));
  await user.type(screen.getByLabelText('Password'), '2');
  put({
    ...asked(),
    state: 'answered',
    decision: decisionBy('ben', 'Ben Adler', { type: 'approve' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Your draft' }));
  const draft = screen.getByRole('dialog');
  expect(draft).toHaveTextContent('••••••••');
  expect(draft).not.toHaveTextContent(secrets);
});

it('offers no secret to be quoted in a note', async () => {
  const { user } = mount(asked());
  await answers();
  await user.click(screen.getByText('Comment'));
  expect(page()).not.toMatch(secrets);
  expect(screen.queryByRole('button', { name: /Choose words.*password/i })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(page()).toContain('sesame');
});

it('compares items without their secrets, and says that they differ', async () => {
  const alternatives = keys.map(({ name, token }) => ({
    id: name,
    label: name,
    payload: { user: 'ada', password: token },
  }));
  mount(asked({ upThought: { alternatives } }));
  await answers();
  fireEvent.click(screen.getAllByText('Compare side by side')[0] as HTMLElement);
  const row = screen.getByRole('rowheader', { name: 'Password, differs' }).closest('tr');
  expect(row).toHaveTextContent('••••••••');
  expect(page()).not.toMatch(secrets);
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Show secrets' }));
  const shown = screen.getByRole('rowheader', { name: 'Password, differs' }).closest('tr');
  expect(shown).toHaveTextContent('t0ken');
  expect(shown).toHaveTextContent('t1ken');
  fireEvent.click(dialog.getByRole('button', { name: 'Hide secrets' }));
  expect(page()).not.toMatch(secrets);
});

it('compares items without secrets without a button for them', async () => {
  const alternatives = ['ada', 'ben'].map((user) => ({ id: user, label: user, payload: { user } }));
  mount(asked({ payload: { user: 'ada' }, upThought: { alternatives } }));
  await answers();
  fireEvent.click(screen.getAllByText('Compare side by side')[0] as HTMLElement);
  expect(screen.getByRole('rowheader', { name: 'User, differs' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show secrets' })).toBeNull();
});

/** The schema without its marks: for it, nothing is secret. */
const open = { type: 'object', properties: { user: {}, password: { type: 'string' } } };

it.each([
  ['the one that was seen', schema, open],
  ['the newer one', open, schema],
])(
  'hides a secret while revisions are merged, and after, although only %s calls it so',
  async (_which, first, second) => {
    const { user, put } = mount(
      asked({ payload: { user: 'ada', password: 'sesame' }, upContext: { schema: first } }),
    );
    await answers();
    await user.click(screen.getByText('Edit'));
    await user.type(screen.getByLabelText('Password'), '-mine');
    put({
      ...asked({ payload: { user: 'eve', password: 'sesame-2' }, upContext: { schema: second } }),
      revision: 2,
      digest: 'f'.repeat(64),
    });
    const table = await screen.findByRole('region', {
      name: 'The agent revised the question while you edited',
    });
    expect(table).toHaveTextContent('eve');
    expect(table.innerHTML).not.toMatch(secrets);
    await user.click(within(table).getByRole('button', { name: 'Show secrets' }));
    expect(table).toHaveTextContent('sesame-2');
    expect(table).toHaveTextContent('sesame-mine');
    await user.click(within(table).getByRole('button', { name: 'Hide secrets' }));
    expect(table.innerHTML).not.toMatch(secrets);

    const { container } = render(
      <ContentDiff
        before={asked({ payload, upContext: { schema: first } }).message}
        after={
          asked({ payload: { ...payload, password: 'sesame-2' }, upContext: { schema: second } })
            .message
        }
      />,
    );
    expect(container.textContent).toContain('••••••••');
    expect(container.innerHTML).not.toMatch(secrets);
  },
);

it('shows an answer as it was sent without its secrets, in every form of it, until they are requested', async () => {
  const listed = { type: 'array', items: schema };
  const value = [{ user: 'ada', password: 'sesame2' }];
  const { container } = render(
    <SentContent
      prompt={asked({ payload: [payload] as never, upContext: { schema: listed } })}
      feedback={{ type: 'edit', content: { value } }}
    />,
  );
  const shows = () => screen.getAllByRole('button', { name: 'Show secrets', hidden: true });
  expect(container).toHaveTextContent('ada');
  expect(container.innerHTML).not.toMatch(secrets);
  // Its value as JSON, and its bytes.
  expect(shows()).toHaveLength(2);
  for (const button of shows()) fireEvent.click(button);
  expect(container.textContent?.match(/sesame2/g)?.length).toBeGreaterThan(1);
});

it('shows of a revision only that a secret changed', () => {
  const { container } = render(
    <ContentDiff
      before={asked().message}
      after={asked({ payload: { ...payload, password: 'sesame2' } }).message}
    />,
  );
  expect(container.textContent).toContain('Password •••••••• changed');
  expect(page()).not.toMatch(secrets);
});

it('marks no secret as changed that only moved to another row', () => {
  const difference = (value: unknown) => {
    const { container, unmount } = render(
      <Difference
        base={payload}
        value={value}
        changes={changesOf(payload, value)}
        schema={schema}
      />,
    );
    const words = container.textContent ?? '';
    unmount();
    expect(words).not.toMatch(secrets);
    return words;
  };
  expect(difference({ ...payload, keys: keys.slice(1) })).not.toContain(' changed"');
  expect(difference({ ...payload, keys: [keys[0], { ...keys[1], token: 't2ken' }] })).toContain(
    ' changed"',
  );
});

it('shows a secret in no part of a question, deep in it or in rows, whatever the answer, until it is requested', async () => {
  const secret = { type: 'string', format: 'password' };
  const deep = {
    service: 'payments-api',
    token: 't3ken',
    extra: { production: { user: 'deploy', password: 't4ken' } },
    keys,
  };
  const marks = {
    type: 'object',
    properties: {
      service: { type: 'string' },
      token: secret,
      extra: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: { user: { type: 'string' }, password: secret },
        },
      },
      keys: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, token: secret } },
      },
    },
  };
  /** Also what fields hold, but for those that show dots. */
  const seen = () => {
    const fields = [...document.querySelectorAll('input, textarea')].flatMap((field) =>
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && field.type !== 'password')
        ? [field.value]
        : [],
    );
    const words = page().replaceAll(/(<input[^>]*type="password"[^>]*) value="[^"]*"/g, '$1');
    return [words, ...fields].join('\n');
  };
  const { user } = mount(asked({ payload: deep, upContext: { schema: marks } }));
  await answers();
  expect(seen()).toContain('payments-api');
  expect(seen()).not.toMatch(secrets);
  await user.click(screen.getByText('JSON'));
  expect(seen()).toContain('payments-api');
  expect(seen()).not.toMatch(secrets);
  await user.click(screen.getByText('Table'));
  const choice = within(screen.getByRole('group', { name: 'Answer' }));
  for (const word of ['Edit', 'Comment', 'Reject', 'Approve']) {
    await user.click(choice.getByText(word));
    expect(seen(), word).not.toMatch(secrets);
  }
  await user.click(screen.getAllByRole('button', { name: /^Show/ })[0] as HTMLElement);
  expect(seen()).toMatch(secrets);
});
