// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { groupCases } from './cases/groups.ts';
import { listCases } from './cases/lists.ts';
import { scalarCases } from './cases/scalars.ts';
import { unionCases } from './cases/unions.ts';
import { object, renderForm } from './form-harness.tsx';

/** jsdom has neither layout nor colours. The browser tests check those. */
const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };

const faultsOfPage = async () =>
  (await axe.run(document.body, { rules })).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );

const text = { type: 'string' };
const everything = object(
  {
    ...Object.fromEntries(
      ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'password', 'markdown'].map(
        (format) => [format, { type: 'string', format, description: `A ${format}` }],
      ),
    ),
    amount: { type: 'number', minimum: 1, unit: 'EUR' },
    agree: { type: 'boolean', deprecated: true },
    basis: { type: 'string', readOnly: true },
    zone: { enum: Array.from({ length: 100 }, (_, place) => place) },
    days: { type: 'array', items: { enum: ['Mo', 'Tu'] } },
    rows: { type: 'array', items: object({ name: text, years: { type: 'integer', minimum: 0 } }) },
    notes: { type: 'array', items: text },
    labels: { type: 'object', additionalProperties: text },
    anything: {},
    remote: { $ref: 'https://elsewhere.example/x' },
    place: object({ zip: { type: 'string', pattern: '^\\d{5}$' } }, { description: 'Where' }),
  },
  { required: ['amount', 'email'], additionalProperties: false },
);
const value = {
  'date-time': '2026-12-07T09:00:00Z',
  amount: 0,
  basis: 'hour',
  days: ['Mo'],
  rows: [{ name: 'a', years: -1 }],
  notes: ['x'],
  labels: { a: 'b' },
  anything: { a: [1, null] },
  place: { zip: '1' },
  unknown: 1,
};

describe('for every reader', { timeout: 60_000 }, () => {
  it.each([
    ['as it comes', {}],
    ['with its faults', { showAll: true }],
    ['beside a proposal', { base: { amount: 3, notes: [], rows: [{ name: 'b' }] } }],
    ['read only', { readOnly: true }],
  ])('a form of everything, %s', async (_name, given) => {
    renderForm(everything, { start: value, ...given });
    expect(await faultsOfPage()).toEqual([]);
  });

  // Those that end with faults show most of what a field can have around it.
  const rows = [...scalarCases, ...groupCases, ...listCases, ...unionCases];
  it.each(rows.filter(([, , , , , faults]) => faults.length > 0))('%s', async (...row) => {
    const [, schema, , , end] = row;
    renderForm(schema, { start: end, showAll: true });
    expect(await faultsOfPage()).toEqual([]);
  });

  it('names and describes every control', () => {
    renderForm(everything, { start: value, showAll: true });
    const controls = document.querySelectorAll('input, select, textarea, button, fieldset');
    expect(controls.length).toBeGreaterThan(60);
    for (const control of controls) expect(control).toHaveAccessibleName();
    expect(screen.getByRole('group', { name: 'Place' })).toHaveAccessibleDescription('Where');
    expect(screen.getByRole('textbox', { name: 'Amountrequired' })).toHaveAccessibleDescription(
      'At least 1',
    );
    expect(screen.getByRole('textbox', { name: 'Years 1' })).toHaveAccessibleDescription(
      'At least 0 At least 0',
    );
    expect(screen.getByRole('textbox', { name: 'Amountrequired' })).toBeRequired();
  });
});
