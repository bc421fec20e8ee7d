// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Kbd } from '../kbd.tsx';
import type { KeyStorage } from './key-settings.ts';
import { KeySheet } from './key-sheet.tsx';
import { KeySwitches } from './key-switches.tsx';
import { KeysProvider, useKeys } from './keys.tsx';

const run = vi.fn();
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...more });

function Rows() {
  useKeys({
    id: 'inbox',
    name: 'Inbox',
    bindings: [
      { keys: 'j', label: 'Next question', repeats: true, run: () => run('j') },
      { keys: 'i', label: 'Instruct', run: () => run('i') },
      { keys: 'o', label: 'Outer', run: () => run('outer') },
    ],
  });
  useKeys({
    id: 'global',
    name: 'Everywhere',
    bindings: [
      { keys: 'g i', label: 'Go to the inbox', run: () => run('g i') },
      { keys: 'o', label: 'Inner', run: () => run('inner') },
    ],
  });
  return (
    <p>
      move <Kbd keys="j" />
    </p>
  );
}

function memory(): KeyStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, get: (key) => kept.get(key) ?? null, set: (key, value) => kept.set(key, value) };
}

const screenOf = (storage: KeyStorage, owner: string | null, sheet: 'sheet' | 'settings') =>
  render(
    <KeysProvider owner={owner} storage={storage}>
      <Rows />
      {sheet === 'sheet' ? <KeySheet open onOpenChange={() => {}} /> : <KeySwitches />}
    </KeysProvider>,
  );
/** By label only: reading the roles of the whole list takes long. */
const nextKey = () => screen.getByLabelText(/^Next question ?\(j\)$/);
beforeEach(() => run.mockClear());

describe('a key that is switched off', () => {
  it('does nothing, its hint is hidden, and it stays off for this operator only', () => {
    const storage = memory();
    const first = screenOf(storage, 'ann', 'settings');
    expect(screen.getByText('move')).toHaveTextContent('move J');
    fireEvent.click(nextKey());
    press('j');
    expect(run).not.toHaveBeenCalled();
    expect(screen.getByText('move')).toHaveTextContent(/^move$/);
    first.unmount();

    const again = screenOf(storage, 'ann', 'settings');
    press('j');
    expect(run).not.toHaveBeenCalled();
    fireEvent.click(nextKey());
    press('j');
    expect(run).toHaveBeenCalledExactlyOnceWith('j');
    fireEvent.click(nextKey());
    again.unmount();

    screenOf(storage, 'bob', 'settings');
    press('j');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('can be switched on the sheet of the screen that is open', () => {
    screenOf(memory(), 'ann', 'sheet');
    const sheet = screen.getByRole('dialog', { name: 'Keys' });
    expect(within(sheet).queryByText('Approve')).toBeNull();
    fireEvent.click(nextKey());
    expect(nextKey()).not.toBeChecked();
    expect(screen.getByText('move')).toHaveTextContent(/^move$/);
  });

  it('ignores invalid stored values', () => {
    const storage = memory();
    storage.set('countersign.keys-off.ann', '{"a":');
    screenOf(storage, 'ann', 'settings');
    press('j');
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('the settings', () => {
  it('list the keys of screens that are not open', () => {
    screenOf(memory(), 'ann', 'settings');
    const groupOf = (name: string) => {
      const section = screen.getByText(name, { selector: 'h3' }).parentElement;
      if (section === null) throw new Error(`no keys of ${name}`);
      return within(section);
    };
    for (const name of ['Decision', 'Decide together']) {
      expect(groupOf(name).getByLabelText(/^Approve ?\(a\)$/)).toBeChecked();
    }
    expect(screen.getAllByLabelText(/^Next question ?\(j\)$/)).toHaveLength(1);
  });
});

describe('equal keys', () => {
  it('a sequence is not its last key, and the scope that came last wins', () => {
    screenOf(memory(), null, 'settings');
    press('g');
    press('i');
    press('o');
    expect(run.mock.calls).toEqual([['g i'], ['inner']]);
  });

  it('held, act again only where they move', () => {
    screenOf(memory(), null, 'settings');
    act(() => {
      press('j', { repeat: true });
      press('i', { repeat: true });
    });
    expect(run.mock.calls).toEqual([['j']]);
  });
});
