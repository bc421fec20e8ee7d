// @vitest-environment jsdom
import type { FeedbackType } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, makePrompt, mount } from './testing/panel.tsx';

beforeEach(() => localStorage.clear());

const kinds = ['approve', 'reject', 'edit', 'rank', 'comment'] satisfies FeedbackType[];

/** A prompt whose agent has sent this as the payload. */
function proposing(payload: unknown, schema?: object) {
  const { message } = makePrompt(
    {},
    { allowedFeedback: kinds, upContext: schema ? { schema } : {} },
  );
  const read = parseUpMessage({ ...message, payload });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return makePrompt({}, read.message);
}
const choose = async (name: string) => within(await answers()).getByRole('button', { name });
const content = (more: object) =>
  expect.objectContaining({ feedback: expect.objectContaining(more) });

describe('a proposal that is a list or a text', () => {
  it('a text is shown with its lines, and edited as one field', async () => {
    const { decide, user } = mount(proposing('Dear Anna,\nshall we meet?'));
    await answers();
    const shown = screen.getAllByRole('region', { name: 'Proposed' })[0];
    expect(shown).toHaveTextContent('Dear Anna, shall we meet?');
    expect(screen.queryByText('no field names, shown as received')).toBeNull();
    await user.click(await choose('Edit'));
    const field = screen.getByRole('textbox', { name: /^Text/ });
    await user.clear(field);
    await user.type(field, 'Dear Ben');
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    const patch = [{ op: 'replace', path: '/text', value: 'Dear Ben' }];
    expect(decide).toHaveBeenCalledExactlyOnceWith(
      content({ type: 'edit', content: { value: { text: 'Dear Ben' }, patch } }),
    );
  });

  it('a list is shown as a table, and edited in the fields of its schema', async () => {
    const items = { type: 'object', properties: { city: { type: 'string', maxLength: 8 } } };
    const { decide, user } = mount(
      proposing([{ city: 'Halle' }, { city: 'Bonn' }], { type: 'array', items }),
    );
    await answers();
    expect(screen.getByRole('columnheader', { name: 'City' })).toBeInTheDocument();
    await user.click(await choose('Edit'));
    const [first] = screen.getAllByRole('textbox', { name: /City/ });
    if (first === undefined) throw new Error('no field');
    await user.clear(first);
    await user.type(first, 'Heidelberg');
    expect(screen.getByRole('button', { name: 'Send 1 edit' })).toBeDisabled();
    await user.clear(first);
    await user.type(first, 'Ulm');
    await user.click(screen.getByRole('button', { name: 'Send 1 edit' }));
    expect(decide).toHaveBeenCalledExactlyOnceWith(
      content({
        type: 'edit',
        content: {
          value: { list: [{ city: 'Ulm' }, { city: 'Bonn' }] },
          patch: [{ op: 'replace', path: '/list/0/city', value: 'Ulm' }],
        },
      }),
    );
  });

  it('the items of a list are ranked', async () => {
    const { decide, user } = mount(proposing([{ id: 'halle' }, { id: 'bonn' }]));
    await user.click(await choose('Rank'));
    await user.click(screen.getByRole('button', { name: 'Send order' }));
    expect(decide).toHaveBeenCalledExactlyOnceWith(
      content({ type: 'rank', content: { order: ['halle', 'bonn'] } }),
    );
  });
});
