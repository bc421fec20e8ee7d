// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeysProvider } from './keys.tsx';

const send = vi.fn();
const other = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(10_000);
  send.mockClear();
  other.mockClear();
  render(
    <KeysProvider>
      <section>
        <button type="button" data-decides onClick={send}>
          <span>Send</span>
        </button>
        <button type="button" onClick={other}>
          Other
        </button>
      </section>
    </KeysProvider>,
  );
});
afterEach(() => vi.useRealTimers());

const at = (event: Event, timeStamp: number) => {
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  return event;
};
const leave = () => window.dispatchEvent(new FocusEvent('blur'));
const back = (ms: number) => window.dispatchEvent(at(new FocusEvent('focus'), ms));
const press = (on: Element, ms: number) =>
  on.dispatchEvent(at(new Event('pointerdown', { bubbles: true }), ms));
const click = (on: Element, ms: number) =>
  act(
    () =>
      void on.dispatchEvent(at(new MouseEvent('click', { bubbles: true, cancelable: true }), ms)),
  );
const sendButton = () => screen.getByText('Send');

describe('the first click into the window', () => {
  it('only focuses, whichever of press and focus is reported first and however long it is held', () => {
    leave();
    back(20_000);
    press(sendButton(), 20_004);
    click(sendButton(), 21_500);
    expect(send).not.toHaveBeenCalled();

    leave();
    press(sendButton(), 30_000);
    back(30_004);
    click(sendButton(), 31_500);
    expect(send).not.toHaveBeenCalled();

    press(sendButton(), 32_000);
    click(sendButton(), 32_050);
    expect(send).toHaveBeenCalledOnce();
  });

  it('presses buttons that decide nothing', () => {
    leave();
    back(20_000);
    press(screen.getByText('Other'), 20_004);
    click(screen.getByText('Other'), 20_060);
    expect(other).toHaveBeenCalledOnce();
  });

  it('ends when the window was focused by keyboard', () => {
    leave();
    press(screen.getByText('Other'), 20_000);
    back(20_004);
    fireEvent.keyDown(sendButton(), { key: 'Tab' });
    click(sendButton(), 25_000);
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('Enter on a button that decides', () => {
  const enter = (more: KeyboardEventInit = {}) =>
    fireEvent.keyDown(screen.getByRole('button', { name: 'Send' }), { key: 'Enter', ...more });

  it('is refused while it is held, and until the panel has had focus for 400 ms', () => {
    act(() => screen.getByRole('button', { name: 'Other' }).focus());
    vi.advanceTimersByTime(399);
    expect(enter()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(enter({ repeat: true })).toBe(false);
    expect(enter()).toBe(true);
  });
});
