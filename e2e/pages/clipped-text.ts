/**
 * Controls whose text does not fit: it is cut without an ellipsis, or overflows its box. Evaluated in the page, so it refers to
 * nothing outside of itself.
 */
export function clippedTexts(): string[] {
  const controls =
    'button, [role="tab"], [role="button"], [role="option"], [role="menuitem"], a.button, .badge, .filter-chip, .tag-box, th, label';
  const found: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    const text = control.innerText?.trim() ?? '';
    if (text === '' || control.clientWidth < 4 || !control.checkVisibility()) continue;
    const style = getComputedStyle(control);
    if (style.display === 'inline' || style.textOverflow === 'ellipsis') continue;
    // Lists and tables scroll; text for screen readers only is one pixel wide.
    if (style.overflowX === 'auto' || style.overflowX === 'scroll') continue;
    const wide = control.scrollWidth - control.clientWidth;
    if (wide > 2 && !hasEllipsis(control)) {
      found.push(`${control.tagName}.${control.className}: “${text.slice(0, 40)}” by ${wide} px`);
    }
  }
  return found;

  function hasEllipsis(within: HTMLElement): boolean {
    return [...within.querySelectorAll('*')].some(
      (part) => getComputedStyle(part).textOverflow === 'ellipsis',
    );
  }
}

/**
 * Texts that an ellipsis cuts off and that cannot be read whole: no title contains them when the pointer is on them. Evaluated in the
 * page, so it refers to nothing outside of itself.
 */
export function cutWithoutTitle(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isCut =
      (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
      (Number(webkitLineClamp) > 0 && element.scrollHeight > element.clientHeight);
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (!isCut || isField || !element.checkVisibility()) continue;
    const shown =
      element instanceof HTMLSelectElement
        ? (element.selectedOptions[0]?.text ?? '')
        : (element.textContent ?? '');
    const text = shown.replaceAll(/\s+/g, ' ').trim();
    element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const title = element.closest<HTMLElement>('[title]')?.title ?? '';
    if (text !== '' && !title.includes(text)) {
      found.push(`${element.tagName}.${element.className}: “${text.slice(0, 60)}” has “${title}”`);
    }
  }
  return found;
}
