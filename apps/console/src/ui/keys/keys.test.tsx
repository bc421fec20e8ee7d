// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Checkbox } from '../checkbox.tsx';
import { KeysProvider, useKeys } from './keys.tsx';
import { isFirstClickIntoWindow } from './press-guard.ts';

const run = vi.fn();

function Panel({ guarded = true }: { guarded?: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useKeys({
    id: 'panel',
    name: 'Panel',
    within: ref,
    bindings: [
      { keys: 'a', label: 'Approve', guarded, run: () => run('a') },
      { keys: '$mod+Enter', label: 'Send', run: () => run('send') },
    ],
  });
  return (
    <div>
      <button type="button">outside</button>
      <div ref={ref}>
        <button type="button">inside</button>
        <button type="button">also inside</button>
        <textarea aria-label="note" />
        <Checkbox checked={false} label="A row" onChange={() => run('ticked')} />
        <div role="dialog" aria-label="over it">
          <button type="button">in the dialog</button>
        </div>
      </div>
    </div>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const wait = (ms: number) => vi.advanceTimersByTime(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(10_000);
  run.mockClear();
  render(
    <KeysProvider>
      <Panel />
    </KeysProvider>,
  );
});
afterEach(() => vi.useRealTimers());

describe('single keys', () => {
  it('do not act on what was there before a command: they are typed for what it opens', () => {
    focus('inside');
    wait(400);
    press('Enter', { ctrlKey: true });
    expect(run).toHaveBeenCalledExactlyOnceWith('send');
    for (const letter of ['r', 'a']) {
      wait(300);
      press(letter);
    }
    expect(run).toHaveBeenCalledOnce();
    wait(400);
    press('a');
    expect(run).toHaveBeenLastCalledWith('a');
  });

  it('with Ctrl reach the page from a tick box, which keeps Enter from itself', () => {
    act(() => screen.getByRole('checkbox', { name: 'A row' }).focus());
    press('Enter', { ctrlKey: true });
    expect(run).toHaveBeenCalledExactlyOnceWith('send');
  });

  it('decide only after the place has had focus for 400 ms', () => {
    focus('inside');
    wait(399);
    press('a');
    expect(run).not.toHaveBeenCalled();
    wait(400);
    press('a');
    expect(run).toHaveBeenCalledExactlyOnceWith('a');
  });

  it('need no new wait when focus moves about inside the place', () => {
    focus('inside');
    wait(500);
    focus('also inside');
    press('a');
    expect(run).toHaveBeenCalledOnce();
  });

  it('stay silent through a burst of typing that began too early', () => {
    focus('inside');
    wait(300);
    for (const key of 'a thanks a') {
      press(key);
      wait(150);
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('do nothing outside the place, from a text field, under a dialog, or while held', () => {
    focus('outside');
    wait(500);
    press('a');
    act(() => screen.getByLabelText('note').focus());
    wait(500);
    press('a');
    focus('in the dialog');
    wait(500);
    press('a');
    focus('inside');
    wait(500);
    press('a', { repeat: true });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('a place that is still being exchanged', () => {
  it('takes no deciding key, however long that lasts', () => {
    const place = screen.getByRole('button', { name: 'inside' }).parentElement;
    place?.setAttribute('aria-busy', 'true');
    focus('inside');
    wait(5_000);
    press('a');
    expect(run).not.toHaveBeenCalled();
    place?.setAttribute('aria-busy', 'false');
    wait(500);
    press('a');
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('sending', () => {
  it('works from a text field', () => {
    act(() => screen.getByLabelText('note').focus());
    press('Enter', { ctrlKey: true });
    expect(run).toHaveBeenCalledExactlyOnceWith('send');
  });

  it('takes the click that brings the window back as focus only', () => {
    fireEvent.blur(window);
    const focused = new FocusEvent('focus');
    act(() => void window.dispatchEvent(focused));
    expect(isFirstClickIntoWindow(focused.timeStamp + 20)).toBe(true);
    expect(isFirstClickIntoWindow(focused.timeStamp + 400)).toBe(false);
  });
});

/** Its key says what is shown now; `onShown` is called when that is in the document, before anything else runs. */
function Shown({ value, onShown }: { value: string; onShown: () => void }) {
  useLayoutEffect(onShown);
  return <Bound value={value} />;
}

function Bound({ value }: { value: string }) {
  useKeys({
    id: 'shown',
    name: 'Shown',
    bindings: [{ keys: '$mod+Enter', label: 'Say', run: () => run(value) }],
  });
  return <p>{value}</p>;
}

it('a key does what is shown at that moment', () => {
  const onShown = vi.fn();
  const page = (value: string) => (
    <KeysProvider>
      <Shown value={value} onShown={onShown} />
    </KeysProvider>
  );
  const { rerender } = render(page('not yet'));
  onShown.mockImplementation(() => {
    expect(screen.getByText('now')).toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  });
  rerender(page('now'));
  expect(run).toHaveBeenLastCalledWith('now');
});
