/** Marks a title that is set here: it follows the text, and nothing else has given it. */
const mark = 'data-whole-text';
/** So many elements may lie between the pointer and the one that is cut off. */
const maxSteps = 4;

/**
 * Text that an ellipsis cuts off is shown whole while the pointer is on it, as its title, unless it is within a title that contains it.
 * Once for the whole document, so that no component can forget it. Returns its end.
 */
export function showWholeTexts(root: Document): () => void {
  const onPointer = ({ target }: Event) => {
    let element = target instanceof HTMLElement ? target : null;
    for (let step = 0; element !== null && step < maxSteps; step += 1) {
      if (isCut(element)) {
        show(element);
        return;
      }
      if (element.hasAttribute(mark)) hide(element);
      element = element.parentElement;
    }
  };
  root.addEventListener('pointerover', onPointer, { passive: true });
  return () => root.removeEventListener('pointerover', onPointer);
}

function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) return true;
  return Number(webkitLineClamp) > 0 && element.scrollHeight > element.clientHeight;
}

function show(element: HTMLElement): void {
  const text = textOf(element);
  const given = element.closest<HTMLElement>(`[title]:not([${mark}])`);
  if (text === '' || given?.title.includes(text) === true || given === element) return;
  element.title = text;
  element.setAttribute(mark, '');
}

function hide(element: HTMLElement): void {
  element.removeAttribute('title');
  element.removeAttribute(mark);
}

const textOf = (element: HTMLElement): string =>
  (element instanceof HTMLSelectElement
    ? (element.selectedOptions[0]?.text ?? '')
    : (element.textContent ?? '')
  )
    .replaceAll(/\s+/g, ' ')
    .trim();
