// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
      { keys: 'j', label: 'Next prompt', repeats: true, run: () => run('j') },
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
beforeEach(() => run.mockClear());

describe('a key that is switched off', () => {
  it('does nothing, its hint is gone, and it stays so for this operator alone', async () => {
    const storage = memory();
    const first = screenOf(storage, 'ann', 'settings');
    expect(screen.getByText('move')).toHaveTextContent('move J');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Next prompt ?\(j\)$/ }));
    press('j');
    expect(run).not.toHaveBeenCalled();
    expect(screen.getByText('move')).toHaveTextContent(/^move$/);
    first.unmount();

    const again = screenOf(storage, 'ann', 'settings');
    press('j');
    expect(run).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Next prompt ?\(j\)$/ }));
    press('j');
    expect(run).toHaveBeenCalledExactlyOnceWith('j');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Next prompt ?\(j\)$/ }));
    again.unmount();

    screenOf(storage, 'bob', 'settings');
    press('j');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('can be switched on the sheet of the screen that is open', async () => {
    screenOf(memory(), 'ann', 'sheet');
    const sheet = screen.getByRole('dialog', { name: 'Keys' });
    expect(within(sheet).queryByText('Approve')).toBeNull();
    await userEvent.click(within(sheet).getByRole('checkbox', { name: /^Next prompt ?\(j\)$/ }));
    expect(within(sheet).getByRole('checkbox', { name: /^Next prompt ?\(j\)$/ })).not.toBeChecked();
    expect(screen.getByText('move')).toHaveTextContent(/^move$/);
  });

  it('survives a storage that holds nonsense', () => {
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
    expect(screen.getByRole('checkbox', { name: /^Approve ?\(a\)$/ })).toBeChecked();
    expect(screen.getAllByRole('checkbox', { name: /^Next prompt ?\(j\)$/ })).toHaveLength(1);
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
