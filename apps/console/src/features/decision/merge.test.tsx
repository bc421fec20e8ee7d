// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answers, makePrompt, mount } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());

const proposal = { name: 'Ada', rate: 95, city: 'Leipzig', days: 10 };
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    rate: { type: 'integer', title: 'Rate' },
    city: { type: 'string', title: 'City' },
    days: { type: 'integer', title: 'Days' },
  },
  required: ['name', 'rate'],
};
const offer = (revision: number, payload: object) =>
  makePrompt(
    { revision, digest: String(revision).padEnd(64, '0') },
    { payload: { ...payload }, upContext: { schema } },
  );
const first = offer(1, proposal);
/** It changes a field that I change (rate) and one that I leave (city), but not another one that I change (days). */
const changed = { ...proposal, rate: 90, city: 'Halle' };
const second = offer(2, changed);

const field = (name: RegExp) => screen.getByRole('textbox', { name });
const merge = () =>
  screen.findByRole('region', { name: 'The agent revised the question while you edited' });
type User = ReturnType<typeof mount>['user'];
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const choose = (user: User, name: string) => user.click(screen.getByRole('radio', { name }));

async function fill(user: User, name: RegExp, value: string) {
  await user.clear(field(name));
  await user.paste(value);
}

/** An edit of mine that conflicts with the second revision in one field. */
async function editedAndRevised() {
  const panel = mount(first);
  await panel.user.click(within(await answers()).getByRole('button', { name: 'Edit' }));
  await fill(panel.user, /^Rate/, '120');
  await fill(panel.user, /^Days/, '12');
  panel.put(second);
  await merge();
  return panel;
}

const sentBy = ({ decide }: ReturnType<typeof mount>) => decide.mock.calls[0]?.[0];

it('a revision during an edit is merged field by field, and the operator resolves the conflict', async () => {
  const panel = await editedAndRevised();
  const { user } = panel;
  const rows = within(await merge())
    .getAllByRole('row')
    .slice(1);
  expect(
    rows.map((row) => [...row.querySelectorAll('th, .merge-value')].map((at) => at.textContent)),
  ).toEqual([
    ['Rate', '95', '90', '120'],
    ['City', '"Leipzig"', '"Halle"', '"Leipzig"'],
    ['Days', '10', '10', '12'],
  ]);
  expect(screen.getByText(/^1 conflict to resolve, 2 resolved\./)).toBeVisible();
  // My edits are kept, and focus has not moved.
  expect(field(/^Days/)).toHaveFocus();
  expect(field(/^Rate/)).toHaveValue('120');
  expect(screen.getByRole('button', { name: 'Use revision 2' })).toBeDisabled();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(panel.decide).not.toHaveBeenCalled();

  await choose(user, 'Keep yours: 120');
  expect(screen.getByText(/^0 conflicts to resolve, 3 resolved\./)).toBeVisible();
  await press(user, 'Use revision 2');
  expect(field(/^City/)).toHaveValue('Halle');
  await press(user, 'Send 2 edits');
  expect(sentBy(panel)).toMatchObject({
    digest: second.digest,
    feedback: {
      content: {
        patch: [
          { op: 'replace', path: '/rate', value: 120 },
          { op: 'replace', path: '/days', value: 12 },
        ],
        value: { name: 'Ada', rate: 120, city: 'Halle', days: 12 },
      },
    },
  });
});

it('the agent’s side of a conflict can be chosen, and the choice is kept over a reload', async () => {
  const before = await editedAndRevised();
  await choose(before.user, 'Use the agent’s: 90');
  await waitFor(() => expect(before.api.saveDraft).toHaveBeenCalled());
  before.unmount();
  const panel = mount(second, { draft: before.server.draft });
  await merge();
  expect(screen.getByRole('radio', { name: 'Use the agent’s: 90' })).toBeChecked();
  expect(field(/^Days/)).toHaveValue('12');
  await press(panel.user, 'Use revision 2');
  expect(field(/^Rate/)).toHaveValue('90');
  await press(panel.user, 'Send 1 edit');
  expect(sentBy(panel)?.feedback.content).toEqual({
    patch: [{ op: 'replace', path: '/days', value: 12 }],
    value: { name: 'Ada', rate: 90, city: 'Halle', days: 12 },
  });
});

it('a third revision asks again only where it conflicts', async () => {
  const panel = await editedAndRevised();
  const { user } = panel;
  await choose(user, 'Keep yours: 120');
  await press(user, 'Use revision 2');
  panel.put(offer(3, { ...changed, name: 'Ada L.', days: 11 }));
  expect(await within(await merge()).findByText(/^1 conflict to resolve/)).toBeVisible();
  await choose(user, 'Use the agent’s: 11');
  await press(user, 'Use revision 3');
  await press(user, 'Send 1 edit');
  expect(sentBy(panel)?.feedback.content).toEqual({
    patch: [{ op: 'replace', path: '/rate', value: 120 }],
    value: { name: 'Ada L.', rate: 120, city: 'Halle', days: 11 },
  });
});

it('a note on a field that a revision removes is marked, and the comment cannot be sent', async () => {
  const { api, put, user } = mount(first);
  await user.click(within(await answers()).getByRole('button', { name: 'Comment' }));
  const notes = () => within(screen.getByRole('list', { name: 'Notes' })).getAllByRole('textbox');
  await press(user, 'Note at City');
  await user.type(notes()[0] as HTMLElement, 'Which one?');
  await press(user, 'Note at Rate');
  await user.type(notes()[1] as HTMLElement, 'Too high.');
  const { city: _gone, ...left } = proposal;
  put(offer(2, left));
  await user.click(await screen.findByRole('button', { name: 'Use revision 2' }));
  expect(screen.getByText('What this note is about is gone')).toBeVisible();
  expect(notes()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Add comment' })).toBeDisabled();
  await press(user, 'Remove note 1');
  await press(user, 'Add comment');
  expect(api.createComment.mock.calls[0]?.[1]).toMatchObject({
    feedback: { content: { annotations: [{ pointer: '/rate', text: 'Too high.' }] } },
  });
});
