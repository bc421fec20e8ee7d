// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { compareRows } from './compare-table.tsx';
import { answers, makePrompt, mount } from './testing/panel.tsx';

const candidate = (id: string, label: string, rate: number) => ({
  id,
  label,
  payload: { rate, country: 'DE' },
});
const ranking = makePrompt(
  {},
  {
    payload: {},
    allowedFeedback: ['rank', 'reject'],
    upThought: {
      alternatives: [
        candidate('a', 'Ines', 80),
        candidate('b', 'Tomasz', 90),
        candidate('c', 'Amara', 80),
        candidate('d', 'Jonas', 70),
      ],
    },
  },
);

beforeEach(() => localStorage.clear());

describe('comparing', () => {
  it('tells field by field what differs, and what one of them lacks', () => {
    const rows = compareRows([
      { id: 'a', label: 'A', item: { id: 'a', rate: 80, city: 'Leipzig' } },
      { id: 'b', label: 'B', item: { id: 'b', rate: 80 } },
    ]);
    expect(rows).toEqual([
      { name: 'rate', values: [80, 80], isDifferent: false },
      { name: 'city', values: ['Leipzig', undefined], isDifferent: true },
    ]);
  });

  it('shows three at most side by side, and puts the chosen one first', async () => {
    const { decide, user } = mount(ranking);
    await user.click(within(await answers()).getByRole('button', { name: 'Rank' }));
    await user.click(
      screen.getAllByRole('button', { name: 'Compare side by side' })[0] as HTMLElement,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Compare' });
    expect(within(dialog).getByRole('checkbox', { name: 'Jonas' })).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ines' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Jonas' }));
    expect(within(dialog).queryByRole('columnheader', { name: 'Ines' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Put first: Jonas' }));
    await user.click(screen.getByRole('button', { name: 'Move Amara up' }));
    await user.click(screen.getByRole('button', { name: 'Send order' }));
    expect(decide.mock.calls[0]?.[0].feedback).toEqual({
      type: 'rank',
      target: { messageId: 'm' },
      content: { order: ['d', 'a', 'c', 'b'] },
    });
  });
});
