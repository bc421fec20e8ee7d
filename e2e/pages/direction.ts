/** Elements whose own text is written from right to left and takes the direction of the page. Runs in the page. */
export function strayText(): string[] {
  const rightToLeft = /[\u0590-\u08ff]/;
  const stray: string[] = [];
  // Of its own, or of the block it stands in; JSON says that it is written from left to right.
  const hasDirection = (element: Element): boolean => {
    for (
      let at: Element | null = element;
      at !== null && at !== document.body;
      at = at.parentElement
    ) {
      if (at.matches('[dir], bdi') || getComputedStyle(at).unicodeBidi === 'plaintext') return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || !rightToLeft.test(node.textContent ?? '')) continue;
    // Options of a choice and the words of a drawing have a direction of their own; initials are two letters.
    if (element.closest('svg, select, script, style, .agent-avatar, .avatar, [hidden]')) continue;
    if (hasDirection(element)) continue;
    const path = [element, element.parentElement, element.parentElement?.parentElement]
      .map((at) => `${at?.tagName.toLowerCase() ?? ''}.${at?.className ?? ''}`)
      .join(' < ');
    stray.push(`${path}: ${(node.textContent ?? '').trim().slice(0, 40)}`);
  }
  return [...new Set(stray)];
}
