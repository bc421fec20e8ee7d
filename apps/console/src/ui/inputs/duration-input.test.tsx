// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Field } from '../field.tsx';
import { DurationInput, unitOf } from './duration-input.tsx';

const offered = ['s', 'min', 'h'] as const;

function mount(value: number | null) {
  const said: (number | null)[] = [];
  render(
    <Field label="Lease">
      {(ids) => (
        <DurationInput
          ids={ids}
          label="Lease"
          offered={offered}
          onChange={(ms) => said.push(ms)}
          value={value}
        />
      )}
    </Field>,
  );
  return { said, figure: screen.getByLabelText('Lease'), unit: screen.getByRole('combobox') };
}

it('shows a length in the largest unit that makes it whole', () => {
  expect(unitOf(120_000, offered)).toBe('min');
  expect(unitOf(90_000, offered)).toBe('s');
  expect(unitOf(7_200_000, offered)).toBe('h');
  expect(unitOf(0, offered)).toBe('s');
  const { figure, unit } = mount(120_000);
  expect(figure).toHaveValue('2');
  expect(unit).toHaveValue('min');
});

it('returns milliseconds, and null for what is no length', async () => {
  const { said, figure, unit } = mount(120_000);
  const user = userEvent.setup();
  await user.clear(figure);
  await user.type(figure, '1.5');
  await user.selectOptions(unit, 's');
  await user.clear(figure);
  await user.type(figure, '-3');
  expect(said).toEqual([null, 60_000, 60_000, 90_000, 1_500, null, null, null]);
});
