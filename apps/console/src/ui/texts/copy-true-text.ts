import { trueText } from '../../text/visible-text.ts';

/** What is copied from the page is what the agent wrote, without our marks of hidden characters. Returns its end. */
export function copyTrueText(root: Document): () => void {
  const onCopy = (event: ClipboardEvent) => {
    // The text of a box is copied as it is: nothing is marked in it.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
      return;
    const shown = root.getSelection()?.toString() ?? '';
    const text = trueText(shown);
    if (event.defaultPrevented || event.clipboardData === null || text === shown) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };
  root.addEventListener('copy', onCopy);
  return () => root.removeEventListener('copy', onCopy);
}
