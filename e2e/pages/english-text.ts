/**
 * English sentences on a page in another language: words that follow each other, in texts, names and hints. What agents and people
 * wrote has a language of its own (`lang=""`), and code, addresses and fields keep theirs. Names of controls may contain the names
 * of what they are for. Evaluated in the page, so it refers to nothing outside of itself.
 */
export function englishTexts(): string[] {
  const sentence = /\b[A-Za-z]{2,} (?:[a-z]{2,} )*[a-z]{2,}\b/;
  const kept = 'code, pre, kbd, samp, textarea, script, style, bdi, .mono';
  const found: string[] = [];
  const note = (element: Element, text: string, place: string) => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (!sentence.test(words) || element.closest(kept) !== null) return;
    const isName = place === 'aria-label' || element.matches('.visually-hidden');
    if (isName && /[\u4e00-\u9fff]/.test(words)) return;
    if (element.closest('[lang]') !== document.documentElement) return;
    if (element.checkVisibility())
      found.push(`${place} of ${element.tagName}.${element.className}: “${words.slice(0, 80)}”`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement !== null) note(node.parentElement, node.textContent ?? '', 'text');
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'alt'])
      note(element, element.getAttribute(name) ?? '', name);
  }
  return found;
}
