// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CompareDialog } from './compare/compare-dialog.tsx';
import { compareRows } from './compare/compare-table.tsx';
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
  it('lists field by field what differs, and what one item lacks', () => {
    const rows = compareRows([
      { id: 'a', label: 'A', item: { id: 'a', rate: 80, city: 'Leipzig' } },
      { id: 'b', label: 'B', item: { id: 'b', rate: 80 } },
    ]);
    expect(rows).toEqual([
      { name: 'rate', values: [80, 80], isDifferent: false },
      { name: 'city', values: ['Leipzig', undefined], isDifferent: true },
    ]);
  });

  it('shows three at most side by side, and chooses one', () => {
    const choose = vi.fn();
    const items = ['Ines', 'Tomasz', 'Amara', 'Jonas'].map((label) => ({
      id: label,
      label,
      item: {},
    }));
    const pick = { word: 'Put first', choose };
    render(<CompareDialog nameOf={(name) => name} items={items} pick={pick} onClose={() => {}} />);
    expect(screen.getByLabelText('Jonas')).toBeDisabled();
    fireEvent.click(screen.getByLabelText('Ines'));
    fireEvent.click(screen.getByLabelText('Jonas'));
    expect(screen.queryByLabelText('Put first: Ines')).toBeNull();
    // Below its name: at the end of a long table it would be out of view.
    const head = screen.getByRole('columnheader', { name: /Jonas/ });
    expect(head).toContainElement(screen.getByLabelText('Put first: Jonas'));
    fireEvent.click(screen.getByLabelText('Put first: Jonas'));
    expect(choose).toHaveBeenCalledExactlyOnceWith('Jonas');
  });

  it('compares candidates by their own fields, not only by what the agent says about them', async () => {
    const candidates = [
      { id: 'ada', name: 'Ada', rate: 90, city: 'Leipzig' },
      { id: 'bob', name: 'Bob', rate: 85, city: 'Halle' },
      { id: 'eve', name: 'Eve', rate: 95, city: 'Dresden' },
    ];
    const alternatives = [
      { id: 'ada', label: 'Ada', description: 'near', confidence: 0.9 },
      { id: 'bob', label: 'Bob', description: 'cheap', confidence: 0.8 },
      { id: 'eve', label: 'Eve', description: 'quick', confidence: 0.7 },
    ];
    mount(
      makePrompt(
        {},
        { payload: { candidates }, allowedFeedback: ['rank'], upThought: { alternatives } },
      ),
    );
    await answers();
    fireEvent.click(screen.getByText('Rank'));
    fireEvent.click(screen.getAllByText('Compare side by side')[0] as HTMLElement);
    const dialog = within(screen.getByRole('dialog', { name: 'Compare' }));
    expect(dialog.getByRole('row', { name: /^Rate/ })).toHaveTextContent('95');
    expect(dialog.getByRole('row', { name: /^City/ })).toHaveTextContent('Dresden');
    expect(dialog.getByRole('row', { name: /^Description/ })).toHaveTextContent('cheap');
    // The boxes choose which stand side by side.
    expect(
      dialog.getByRole('row', { name: /^City ?, differs Leipzig Halle Dresden/ }),
    ).toBeVisible();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Bob' }));
    expect(dialog.getByRole('row', { name: /^City ?, differs Leipzig Dresden/ })).toBeVisible();
  });

  it('puts the chosen one first in the order, which can be changed by buttons', async () => {
    const { decide } = mount(ranking);
    await answers();
    fireEvent.click(screen.getByText('Rank'));
    fireEvent.click(screen.getAllByText('Compare side by side')[0] as HTMLElement);
    fireEvent.click(screen.getByLabelText('Put first: Amara'));
    fireEvent.click(screen.getByLabelText('Move Tomasz up'));
    fireEvent.click(screen.getByText('Send order'));
    expect(decide.mock.calls[0]?.[0].feedback).toEqual({
      type: 'rank',
      target: { messageId: 'm' },
      content: { order: ['c', 'b', 'a', 'd'] },
    });
  });
});
