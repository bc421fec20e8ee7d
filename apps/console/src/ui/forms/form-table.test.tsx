// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { groupCases } from './cases/groups.ts';
import { listCases } from './cases/lists.ts';
import { scalarCases } from './cases/scalars.ts';
import { unionCases } from './cases/unions.ts';
import { act, renderForm } from './form-harness.tsx';
import { validateValue } from './schema/validate.ts';

describe.each([
  ['single values', scalarCases],
  ['groups', groupCases],
  ['lists', listCases],
  ['unions', unionCases],
])('%s', (_name, rows) => {
  it.each(rows)('%s', async (_row, schema, start, steps, value, faults) => {
    const form = renderForm(schema, { start, showAll: true });
    await act(form, steps);
    expect(form.value()).toEqual(value);
    const found = validateValue(schema, form.value());
    expect(found.map(({ path, message }) => `${path} ${message}`)).toEqual(faults);
    for (const { path, message } of found) {
      // Shown at the field, linked to it, and in the summary with a link to it.
      const place = form.at(path);
      if (path === '') expect(place).toHaveTextContent(message);
      else expect(described(place)).toContain(message);
      const summary = within(screen.getByRole('region', { name: /attention$/ }));
      const link = summary.getByRole('button', { name: new RegExp(escaped(message), 'i') });
      await form.user.click(link);
      expect(document.activeElement).toBe(form.at(path));
    }
  });
});

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function described(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
