// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showWholeTexts } from './whole-text.ts';

/** jsdom lays nothing out: an element is cut off if it says so. */
function draw(html: string): HTMLElement {
  document.body.innerHTML = html;
  for (const each of document.querySelectorAll<HTMLElement>('.cut')) {
    each.style.textOverflow = 'ellipsis';
    Object.defineProperty(each, 'scrollWidth', { value: 200 });
    Object.defineProperty(each, 'clientWidth', { value: 100, configurable: true });
  }
  return document.querySelector('.cut') as HTMLElement;
}
const over = (element: Element) =>
  element.dispatchEvent(new Event('pointerover', { bubbles: true }));
const out = (element: Element) => element.dispatchEvent(new Event('pointerout', { bubbles: true }));

let end = () => {};
beforeEach(() => {
  end = showWholeTexts(document);
});
afterEach(() => end());

it('gives a text that is cut off its whole as a title while the pointer is on it', () => {
  const cut = draw('<p class="cut">Cell <b>NTO-0438-2</b></p>');
  over(cut.querySelector('b') as Element);
  expect(cut.title).toBe('Cell NTO-0438-2');
  out(cut);
  expect(cut).not.toHaveAttribute('title');
});

it('follows the text under a still pointer', async () => {
  const cut = draw('<p class="cut">sesame</p>');
  over(cut);
  cut.textContent = 'other';
  await vi.waitFor(() => expect(cut.title).toBe('other'));
});

it('takes the title away when the text under a still pointer changes', async () => {
  const cut = draw('<p class="cut">sesame</p>');
  over(cut);
  expect(cut.title).toBe('sesame');
  Object.defineProperty(cut, 'clientWidth', { value: 200 });
  cut.textContent = '••••••••';
  await vi.waitFor(() => expect(cut).not.toHaveAttribute('title'));
});

it('finds the text around an icon', () => {
  const cut = draw('<p class="cut">Cell <svg><path /></svg></p>');
  over(cut.querySelector('path') as Element);
  expect(cut.title).toBe('Cell');
});

it('leaves a given title alone', () => {
  const cut = draw('<p class="cut" title="Given">Cell</p>');
  over(cut);
  out(cut);
  expect(cut.title).toBe('Given');
});

it('ends a very long title', () => {
  const cut = draw(`<p class="cut">${'word '.repeat(2_000)}</p>`);
  over(cut);
  expect(cut.title).toHaveLength(2_001);
});
