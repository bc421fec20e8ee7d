// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fieldOf, object, renderForm } from './form-harness.tsx';

const text = { type: 'string' };

describe('by keyboard only', { timeout: 60_000 }, () => {
  it('fills a form from field to field', async () => {
    const form = renderForm(
      object({
        city: text,
        remote: { type: 'boolean' },
        days: { type: 'array', items: { enum: ['Mo', 'Tu'] } },
      }),
    );
    await form.user.keyboard('{Tab}Bonn{Tab}{Tab} {Tab} ');
    expect(form.value()).toEqual({ city: 'Bonn', days: ['Mo', 'Tu'] });
  });

  it('adds an entry, edits it, moves it, and removes it, never losing the focus', async () => {
    const form = renderForm(object({ it: { type: 'array', items: text } }), {
      start: { it: ['a', 'b'] },
    });
    screen.getByRole('button', { name: 'Add to it' }).focus();
    await form.user.keyboard('{Enter}');
    expect(fieldOf('It 3')).toHaveFocus();
    await form.user.keyboard('c{Alt>}{ArrowUp}{/Alt}');
    expect(form.value()).toEqual({ it: ['a', 'c', 'b'] });
    expect(fieldOf('It 2')).toHaveFocus();
    expect(screen.getByText('c is now 2 of 3')).toHaveAttribute('role', 'status');

    screen.getByRole('button', { name: 'Move c up' }).focus();
    await form.user.keyboard('{Enter}');
    expect(form.value()).toEqual({ it: ['c', 'a', 'b'] });
    // The first entry cannot move up: the focus stays with the entry.
    expect(screen.getByRole('button', { name: 'Move c down' })).toHaveFocus();

    screen.getByRole('button', { name: 'Remove b' }).focus();
    await form.user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Remove a' })).toHaveFocus();
    await form.user.keyboard('{Enter}{Enter}');
    expect(form.value()).toEqual({ it: [] });
    expect(screen.getByRole('button', { name: 'Add to it' })).toHaveFocus();
  });

  it('keeps the half-typed text of an entry with it when it moves', async () => {
    const form = renderForm(object({ it: { type: 'array', items: { type: 'number' } } }), {
      start: { it: [1, 2] },
    });
    fieldOf('It 2').focus();
    await form.user.keyboard('{Backspace}8.{Alt>}{ArrowUp}{/Alt}');
    expect(fieldOf('It 1')).toHaveValue('8.');
    await form.user.keyboard('5');
    expect(form.value()).toEqual({ it: [8.5, 1] });
  });

  it('finds one of ten thousand options', async () => {
    const options = Array.from({ length: 10_000 }, (_, place) => `Cell ${String(place)}`);
    const form = renderForm(object({ cell: { enum: options } }));
    const box = screen.getByRole('combobox', { name: 'Cell' });
    await form.user.type(box, 'cell 77');
    expect(screen.getAllByRole('option').length).toBeLessThanOrEqual(50);
    await form.user.keyboard('{ArrowDown}');
    const active = screen.getByRole('option', { selected: true });
    expect(box).toHaveAttribute('aria-activedescendant', active.id);
    expect(active).toHaveTextContent('Cell 770');
    await form.user.keyboard('{Enter}');
    expect(form.value()).toEqual({ cell: 'Cell 770' });
    await form.user.clear(box);
    await form.user.keyboard('nothing like it{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(form.value()).toEqual({});
  });

  it('removes a group and restores it, the focus following', async () => {
    const form = renderForm(object({ at: object({ zip: text }) }), { start: { at: { zip: '1' } } });
    screen.getByRole('button', { name: 'Leave out at' }).focus();
    await form.user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Add at' })).toHaveFocus();
    await form.user.keyboard('{Enter}2');
    expect(form.value()).toEqual({ at: { zip: '2' } });
  });

  it('renames a member without losing the focus', async () => {
    const form = renderForm(
      { type: 'object', additionalProperties: text },
      { start: { a: '1', b: '2' } },
    );
    screen.getByLabelText('Name of a').focus();
    await form.user.keyboard('b');
    expect(form.value()).toEqual({ a: '1', b: '2' });
    expect(screen.getByLabelText('Name of a')).toHaveValue('ab');
    await form.user.tab();
    expect(form.value()).toEqual({ ab: '1', b: '2' });
    expect(fieldOf('ab')).toHaveFocus();
  });

  it('refuses a name that is in use, with a message', async () => {
    const form = renderForm({ type: 'object', additionalProperties: text }, { start: { a: '1' } });
    await form.user.type(screen.getByLabelText('New field'), 'a{Enter}');
    expect(screen.getByLabelText('New field')).toHaveAccessibleDescription(
      'This name already exists',
    );
    await form.user.type(screen.getByLabelText('Name of a'), '{Backspace}');
    expect(screen.getByLabelText('Name of a')).toHaveAccessibleDescription('Enter a name first');
    await form.user.keyboard('{Escape}');
    expect(screen.getByLabelText('Name of a')).toHaveValue('a');
  });
});
