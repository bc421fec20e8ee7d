// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { visibleText } from '../../text/visible-text.ts';
import { copyTrueText } from './copy-true-text.ts';

const end = copyTrueText(document);
afterEach(end);

function copied(target: Element): string | undefined {
  let text: string | undefined;
  const event = new Event('copy', { bubbles: true, cancelable: true });
  Object.assign(event, {
    clipboardData: { setData: (_type: string, given: string) => (text = given) },
  });
  target.dispatchEvent(event);
  return text;
}

it('copies what the agent wrote, and leaves other copying to the browser', () => {
  const written = 'to p\u0430ypal \u202egpj\u00a0⟨U+0041⟩';
  document.body.innerHTML = `<p></p><p>plain</p><textarea>⟨U+0041⟩</textarea>`;
  const [marked, plain] = document.querySelectorAll('p');
  if (marked === undefined || plain === undefined) throw new Error('the page has no texts');
  marked.textContent = visibleText(written);
  document.getSelection()?.selectAllChildren(marked);
  expect(copied(marked)).toBe(written);
  expect(copied(document.querySelector('textarea') ?? marked)).toBeUndefined();
  document.getSelection()?.selectAllChildren(plain);
  expect(copied(plain)).toBeUndefined();
});
