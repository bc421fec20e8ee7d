// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answers, makePrompt, mount } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());

/** A question that is answered by a form of these fields. */
const asking = (properties: object, allowed: ('edit' | 'approve' | 'reject')[]) =>
  makePrompt(
    {},
    {
      payload: {},
      upContext: { schema: { type: 'object', properties, required: Object.keys(properties) } },
      upPrompt: { ask: 'May it run?', allowed },
    },
  );

it.each([
  [
    'constants',
    {
      oneOf: [
        { const: 'allow_once', title: 'This time' },
        { const: 'allow_always', title: 'From now on' },
        { const: 'deny', title: 'Never' },
      ],
    },
  ],
  [
    'an enum with names',
    {
      enum: ['allow_once', 'allow_always', 'deny'],
      enumNames: ['This time', 'From now on', 'Never'],
    },
  ],
  [
    'constants or null',
    {
      anyOf: [
        {
          oneOf: [
            { const: 'allow_once', title: 'This time' },
            { const: 'allow_always', title: 'From now on' },
            { const: 'deny', title: 'Never' },
          ],
        },
        { type: 'null' },
      ],
    },
  ],
])(
  'every choice stands in the form under its title, and is what is sent: %s',
  async (_, decision) => {
    const { decide, user } = mount(asking({ decision }, ['edit', 'reject']));
    const bar = await answers();
    expect(within(bar).getByRole('button', { name: /^Approve/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(within(bar).getByRole('button', { name: /^Fill in/ }));
    const field = screen.getByRole('combobox', { name: /Decision/ });
    const titles = within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(expect.arrayContaining(['This time', 'From now on', 'Never']));
    await user.selectOptions(field, 'This time');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(decide).toHaveBeenCalledWith(
      expect.objectContaining({
        feedback: expect.objectContaining({
          type: 'edit',
          content: expect.objectContaining({ value: { decision: 'allow_once' } }),
        }),
      }),
    );
  },
);

it('an instruction is sent as its text, or cannot be given', async () => {
  const { user } = mount(asking({ decision: { enum: ['a', 'b', 'c'] } }, ['edit', 'reject']));
  const instruct = within(await answers()).getByRole('button', { name: /^Instruct/ });
  expect(instruct).toHaveAttribute('aria-disabled', 'true');
  await user.click(instruct);
  expect(instruct).toHaveAttribute('aria-pressed', 'false');
});
