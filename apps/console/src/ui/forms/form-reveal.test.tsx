// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ErrorSummary } from './error-summary.tsx';
import { object, renderForm } from './form-harness.tsx';
import { JsonEditor } from './inputs/json-editor.tsx';

const count = (most: number, of: (place: number) => unknown) =>
  Array.from({ length: most }, (_, place) => of(place));

function levels(depth: number, inner: unknown): unknown {
  return depth === 0 ? inner : { child: levels(depth - 1, inner) };
}
const tree = {
  $ref: '#/$defs/n',
  $defs: { n: object({ size: { type: 'integer' }, child: { $ref: '#/$defs/n' } }) },
};

describe('the link from an error to its field', { timeout: 60_000 }, () => {
  it.each<[string, unknown, unknown, string, string]>([
    [
      'on another page of a list',
      object({ rows: { type: 'array', items: object({ id: { type: 'integer' } }) } }),
      { rows: count(4_000, (id) => ({ id: id === 3_777 ? 'x' : id })) },
      'Id: must be a whole number',
      't-f/rows/3777/id',
    ],
    [
      'on another page of a group',
      object(
        Object.fromEntries(
          count(5_000, (n) => [`f${String(n)}`, { type: 'integer' }] as const) as [
            string,
            unknown,
          ][],
        ),
      ),
      { f4321: 'x' },
      'F4321: must be a whole number',
      't-f/f4321',
    ],
    [
      'under a name of its own, far down',
      { type: 'object', additionalProperties: { type: 'integer' } },
      Object.fromEntries(
        count(300, (n) => [`k${String(n)}`, n === 222 ? 'x' : n]) as [string, unknown][],
      ),
      'K222: must be a whole number',
      't-f/k222',
    ],
    [
      'in a folded group',
      tree,
      levels(12, { size: 'x' }),
      'Size: must be a whole number',
      `t-f${'/child'.repeat(12)}/size`,
    ],
    [
      'in a union',
      object({
        pay: {
          oneOf: [
            object({ k: { const: 'a' }, n: { type: 'integer' } }, { required: ['k'] }),
            object({ k: { const: 'b' } }, { required: ['k'] }),
          ],
        },
      }),
      { pay: { k: 'a', n: 'x' } },
      'N: must be a whole number',
      't-f/pay/n',
    ],
  ])('%s', async (_name, schema, start, words, id) => {
    const form = renderForm(schema, { start, showAll: true });
    await form.user.click(screen.getByRole('button', { name: words }));
    expect(document.activeElement?.id).toBe(id);
    expect(document.activeElement).toHaveAttribute('aria-invalid', 'true');
  });

  it('leads to the nearest group when the place has no field', async () => {
    const form = renderForm(
      object({ at: object({ a: { type: 'string' } }, { required: ['b'] }) }),
      { start: { at: {} }, showAll: true },
    );
    await form.user.click(screen.getByRole('button', { name: 'B: is required' }));
    expect(document.activeElement).toBe(form.at('/at'));
  });

  it('leads to the line in the JSON of the same value', async () => {
    const value = { a: 1, rows: [{ id: 1 }, { id: 'x' }] };
    render(
      <>
        <ErrorSummary
          idPrefix="t"
          schema={{}}
          errors={[{ path: '/rows/1/id', message: 'Wrong' }]}
        />
        <JsonEditor
          id="t-json"
          idPrefix="t"
          label="JSON"
          value={value}
          onChange={() => undefined}
        />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: /wrong/i }));
    const area = screen.getByLabelText<HTMLTextAreaElement>('JSON');
    expect(area).toHaveFocus();
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('"x"');
  });

  it('lists errors in the order of the form, twenty at most, and how many more', () => {
    const fields = Object.fromEntries(
      count(30, (n) => [`f${String(n)}`, { type: 'integer' }]) as [string, unknown][],
    );
    const wrong = Object.fromEntries(
      count(30, (n) => [`f${String(29 - n)}`, 'x']) as [string, unknown][],
    );
    renderForm(object(fields), { start: wrong, showAll: true });
    const links = screen.getAllByRole('button', { name: /must be a whole number$/ });
    expect(links).toHaveLength(20);
    expect(links[0]).toHaveTextContent('F0:');
    expect(links[19]).toHaveTextContent('F19:');
    expect(screen.getByText('10 more')).toBeInTheDocument();
  });
});
