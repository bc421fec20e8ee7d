// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { act, fieldOf, object, renderForm } from './form-harness.tsx';

const reported = (title: string, type: unknown) => ({ type, title, readOnly: true });
const schema = object({
  assignments: {
    type: 'array',
    minItems: 1,
    items: object(
      {
        cell: reported('Cell', 'string'),
        site: reported('Site', 'string'),
        now: reported('Now', 'integer'),
        proposed: { type: 'integer', title: 'Proposed', minimum: 0, maximum: 1007 },
        mod3: reported('mod 3', 'integer'),
        clears: reported('Clears', 'string'),
        reuseKm: reported('Reuse, km', ['number', 'null']),
      },
      { required: ['cell', 'proposed'] },
    ),
  },
});
const row = (cell: string, now: number, proposed: number) => ({
  cell,
  site: cell.slice(0, -2),
  now,
  proposed,
  mod3: proposed % 3,
  clears: `Collision with ${cell}`,
  reuseKm: null,
});
const base = {
  assignments: [row('NTO-0412-1', 87, 214), row('NTO-0438-2', 88, 20), row('NTO-0409-2', 91, 225)],
};
const rowOf = (cell: string) => screen.getByRole('row', { name: new RegExp(`\\b${cell} `) });
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

describe('a plan as a table', () => {
  it('has one row per entry, the proposal next to the edit, the rest as text, and no column without a value', async () => {
    const form = renderForm(schema, { start: base, base });
    expect(heads().map((head) => head?.replace('0 to 1007', ''))).toEqual([
      ...['Row', 'Cell', 'Proposed', 'Yours', 'Site', 'Now', 'mod 3', 'Clears'],
      'Move or remove',
    ]);
    // Of seven members one can be changed: one control a row.
    expect(screen.getAllByRole('textbox')).toHaveLength(3);
    await act(form, [['fill', 'Proposed 2', '500']]);
    const changed = rowOf('NTO-0438-2');
    expect(within(changed).getByText('20', { selector: 'del *' })).toBeInTheDocument();
    expect(within(changed).getByText('changed')).toBeInTheDocument();
    expect(within(rowOf('NTO-0412-1')).queryByText('changed')).toBeNull();
    await act(form, [['press', 'Undo Proposed 2']]);
    expect(form.value()).toEqual(base);
  });

  it('lets an added row be named, and calls it by that name', async () => {
    const form = renderForm(schema, { start: base, base });
    await act(form, [['press', 'Add to assignments']]);
    const added = () => screen.getAllByRole('row')[4] as HTMLElement;
    // Its name and its required values; the rest is set by the agent.
    expect(within(added()).getAllByRole('textbox')).toHaveLength(2);
    expect(document.activeElement).toBe(fieldOf('Cell 4'));
    expect(screen.getByRole('button', { name: 'Remove row 4, added' })).toBeInTheDocument();
    await act(form, [
      ['fill', 'Proposed 4', '12'],
      ['fill', 'Cell 4', 'NTO-0500-1'],
    ]);
    expect(within(added()).getByRole('button', { name: 'Remove NTO-0500-1' })).toBeInTheDocument();
    expect(form.value()).toEqual({
      assignments: [...base.assignments, { cell: 'NTO-0500-1', proposed: 12 }],
    });
    // A row that was proposed keeps what the agent has set.
    expect(screen.queryByLabelText(/^Cell 1/, { selector: 'input' })).toBeNull();
  });

  it('validates a cell while it is edited, before it is left', async () => {
    const form = renderForm(schema, { start: base, base });
    await act(form, [['fill', 'Proposed 1', '2000']]);
    expect(document.activeElement).toBe(fieldOf('Proposed 1'));
    expect(fieldOf('Proposed 1')).toHaveAttribute('aria-invalid', 'true');
    expect(rowOf('NTO-0412-1')).toHaveTextContent('At most 1007');
    await act(form, [['fill', 'Proposed 1', '216']]);
    expect(fieldOf('Proposed 1')).not.toHaveAttribute('aria-invalid');
  });

  it('keeps a removed row visible, marks no other row, and restores it at its place', async () => {
    const form = renderForm(schema, { start: base, base });
    await act(form, [
      ['press', 'Remove NTO-0412-1'],
      ['fill', 'Proposed 1', '21'],
    ]);
    expect(within(rowOf('NTO-0412-1')).getAllByText('left out').length).toBeGreaterThan(0);
    expect(within(rowOf('NTO-0438-2')).getByText('20', { selector: 'del *' })).toBeInTheDocument();
    expect(within(rowOf('NTO-0409-2')).queryByText('changed')).toBeNull();
    await act(form, [
      ['press', 'Undo Proposed 1'],
      ['press', 'Put NTO-0412-1 back'],
    ]);
    expect(form.value()).toEqual(base);
    expect(document.activeElement).toHaveAccessibleName('Remove NTO-0412-1');
  });
});
