/** Marks a title that is set here: it follows the text, and nothing else has given it. */
const mark = 'data-whole-text';
/** So many elements may lie between the pointer and the one that is cut off. */
const maxSteps = 4;
/** A longer title covers the page. */
const maxChars = 2_000;

/**
 * Text that an ellipsis cuts off is shown whole while the pointer is on it, as its title, unless it is within a title that contains it.
 * Once for the whole document, so that no component can forget it. Returns its end.
 */
export function showWholeTexts(root: Document): () => void {
  let titled: HTMLElement | null = null;
  const hide = () => {
    titled?.removeAttribute('title');
    titled?.removeAttribute(mark);
    titled = null;
    texts.disconnect();
  };
  // What is under a still pointer can become another text, or a hidden one: its title must not keep what it was.
  const texts = new MutationObserver(() => show(titled));
  const show = (target: EventTarget | null) => {
    hide();
    titled = cutAt(target);
    if (titled === null) return;
    titled.title = textOf(titled);
    titled.setAttribute(mark, '');
    texts.observe(titled, { characterData: true, childList: true, subtree: true });
  };
  const onPointer = ({ target }: Event) => show(target);
  root.addEventListener('pointerover', onPointer, { passive: true });
  root.addEventListener('pointerout', hide, { passive: true });
  return () => {
    root.removeEventListener('pointerover', onPointer);
    root.removeEventListener('pointerout', hide);
    hide();
  };
}

/** The element at the pointer that is cut off, and gets a title; null = there is none. */
function cutAt(target: EventTarget | null): HTMLElement | null {
  // An icon is no HTML element.
  let element = target instanceof Element ? target.closest<HTMLElement>(':not(svg, svg *)') : null;
  for (let step = 0; element !== null && step < maxSteps; step += 1) {
    const given = element.closest<HTMLElement>('[title]');
    // A title that is set already is kept.
    if (given === element) return null;
    if (isCut(element)) {
      const text = textOf(element);
      return text === '' || given?.title.includes(text) === true ? null : element;
    }
    element = element.parentElement;
  }
  return null;
}

function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) return true;
  return Number(webkitLineClamp) > 0 && element.scrollHeight > element.clientHeight;
}

function textOf(element: HTMLElement): string {
  const whole =
    element instanceof HTMLSelectElement
      ? element.selectedOptions[0]?.text
      : element.textContent?.slice(0, 4 * maxChars);
  const text = (whole ?? '').replaceAll(/\s+/g, ' ').trim();
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}
