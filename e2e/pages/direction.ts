/** Elements with right-to-left text that inherits the direction of the page. Runs in the page. */
export function strayText(): string[] {
  const rightToLeft = /[\u0590-\u08ff]/;
  const stray: string[] = [];
  // A direction set on the element or on a block around it; JSON is explicitly left to right.
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
    // Options of a select and texts of a drawing have their own direction; initials are two letters.
    if (element.closest('svg, select, script, style, .agent-avatar, .avatar, [hidden]')) continue;
    if (hasDirection(element)) continue;
    const path = [element, element.parentElement, element.parentElement?.parentElement]
      .map((at) => `${at?.tagName.toLowerCase() ?? ''}.${at?.className ?? ''}`)
      .join(' < ');
    stray.push(`${path}: ${(node.textContent ?? '').trim().slice(0, 40)}`);
  }
  return [...new Set(stray)];
}
