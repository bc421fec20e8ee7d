// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { act, fieldOf, object, renderForm } from './form-harness.tsx';

const text = { type: 'string' };

describe('a form with a proposal', () => {
  it('shows the proposal with the labels of the options', async () => {
    const country = {
      oneOf: [
        { const: 'DE', title: 'Germany' },
        { const: 'FR', title: 'France' },
      ],
    };
    const form = renderForm(object({ country }), {
      start: { country: 'DE' },
      base: { country: 'DE' },
    });
    await act(form, [['pick', 'Country', 'France']]);
    expect(screen.getByText('Germany', { selector: 'del' })).toBeInTheDocument();
    await act(form, [['press', 'Undo Country']]);
    expect(form.value()).toEqual({ country: 'DE' });
  });

  it('restores a group that was left out, and entries that were removed', async () => {
    const base = { at: { zip: '1' }, tags: ['a', 'b'] };
    const schema = object({ at: object({ zip: text }), tags: { type: 'array', items: text } });
    const form = renderForm(schema, { start: base, base });
    await act(form, [
      ['press', 'Leave out at'],
      ['press', 'Remove b'],
    ]);
    expect(form.value()).toEqual({ tags: ['a'] });
    await act(form, [
      ['press', 'Undo At'],
      ['press', 'Undo Tags'],
    ]);
    expect(form.value()).toEqual({ tags: ['a', 'b'], at: { zip: '1' } });
  });

  it('hides a secret until requested, and shows it nowhere else', async () => {
    const schema = object({ key: { type: 'string', format: 'password' } });
    const form = renderForm(schema, { start: { key: 'old-one' }, base: { key: 'old-one' } });
    expect(fieldOf('Key')).toHaveAttribute('type', 'password');
    await act(form, [['fill', 'Key', 'new-one']]);
    expect(document.body).not.toHaveTextContent('old-one');
    expect(screen.getByText('changed')).toBeInTheDocument();
    await act(form, [['press', 'Show key']]);
    expect(fieldOf('Key')).toHaveAttribute('type', 'text');
  });

  it('does not show a secret that cannot be changed', () => {
    renderForm(object({ key: { type: 'string', writeOnly: true } }), {
      start: { key: 'k3y' },
      readOnly: true,
    });
    expect(fieldOf('Key')).toHaveValue('Not shown');
  });

  it('hides what is in a group that is secret', () => {
    const pin = { type: 'string', title: 'Pin' };
    const code = { type: 'integer', title: 'Code', readOnly: true };
    const vault = object({ pin, code }, { writeOnly: true });
    renderForm(object({ vault }), { start: { vault: { pin: 'p-1', code: 4711 } } });
    expect(fieldOf('Pin')).toHaveAttribute('type', 'password');
    expect(fieldOf('Code')).toHaveValue('Not shown');
  });

  it('shows secrets of a table nowhere, each with a button that names its row', async () => {
    const token = { type: 'string', title: 'Token', format: 'password', readOnly: true };
    const schema = object({
      keys: { type: 'array', items: object({ token, note: text }) },
      old: { type: 'array', readOnly: true, items: { type: 'string', format: 'password' } },
    });
    const keys = [
      { token: 't0ken', note: 'a' },
      { token: 't1ken', note: 'b' },
    ];
    const old = ['t2ken'];
    const form = renderForm(schema, { start: { keys, old }, base: { keys, old } });
    const page = () => document.body.innerHTML;
    expect(page()).not.toMatch(/t\dken/);
    await act(form, [['press', 'Show token 1']]);
    expect(page()).toMatch(/t0ken/);
    expect(page()).not.toMatch(/title="t0ken|t1ken|t2ken/);
    await act(form, [
      ['press', 'Hide token 1'],
      ['press', 'Remove Keys 1'],
    ]);
    expect(page()).not.toMatch(/t\dken/);
    expect(screen.getByRole('button', { name: 'Show token, left out' })).toBeInTheDocument();
  });

  it('keeps an empty text that was proposed as one', async () => {
    const schema = object({ note: text }, { required: ['note'] });
    const form = renderForm(schema, { start: { note: '' }, base: { note: '' } });
    await act(form, [
      ['fill', 'Note', 'x'],
      ['clear', 'Note'],
    ]);
    expect(form.value()).toEqual({ note: '' });
  });

  it('follows a value that comes from elsewhere, in the middle of typing', async () => {
    const form = renderForm(object({ n: { type: 'number' } }), { start: { n: 1 } });
    await act(form, [['fill', 'N', '8.']]);
    form.set({ n: 3 });
    expect(await screen.findByDisplayValue('3')).toBe(fieldOf('N'));
  });

  it('notifies the page when a part edited as JSON does not parse', async () => {
    const reported: boolean[] = [];
    const form = renderForm(object({ a: { $ref: 'https://elsewhere.example/a' } }), {
      start: {},
      onBroken: (broken) => reported.push(broken),
    });
    await act(form, [['paste', 'A as JSON', '{"b":']]);
    expect(reported.at(-1)).toBe(true);
    await act(form, [['paste', 'A as JSON', '1}']]);
    expect(reported.at(-1)).toBe(false);
    expect(form.value()).toEqual({ a: { b: 1 } });
  });
});
