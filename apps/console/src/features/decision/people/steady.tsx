import { Component, type ReactNode, type RefObject } from 'react';

interface SteadyProps {
  panel: RefObject<HTMLElement | null>;
  children: ReactNode;
}
interface Places {
  /** The focused field, and its position. */
  field: HTMLElement | null;
  fieldTop: number;
  bodyTop: number;
}

function placesIn(panel: HTMLElement | null): Places | null {
  const body = panel?.querySelector<HTMLElement>('.decision-body');
  if (!body) return null;
  const { activeElement } = document;
  const field =
    activeElement instanceof HTMLElement && body.contains(activeElement) ? activeElement : null;
  return { field, fieldTop: field?.getBoundingClientRect().top ?? 0, bodyTop: body.offsetTop };
}

const scrolls = (element: HTMLElement) =>
  ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);

function scrollerOf(element: HTMLElement, panel: HTMLElement): HTMLElement | null {
  let at = element.parentElement;
  while (at !== null && at !== panel && !scrolls(at)) at = at.parentElement;
  return at;
}

/**
 * Keeps the content in place: if lines above it appear or disappear, it is scrolled by the same height, so that the field that
 * is being edited, or else the content, keeps its position on screen.
 */
export class Steady extends Component<SteadyProps> {
  override getSnapshotBeforeUpdate(): Places | null {
    return placesIn(this.props.panel.current);
  }

  override componentDidUpdate(_before: SteadyProps, _state: unknown, places: Places | null): void {
    const panel = this.props.panel.current;
    const now = placesIn(panel);
    if (panel === null || places === null || now === null) return;
    const { field } = places;
    const isSameField = field !== null && field === now.field;
    const moved = isSameField ? now.fieldTop - places.fieldTop : now.bodyTop - places.bodyTop;
    if (moved === 0) return;
    const held = isSameField ? scrollerOf(field, panel) : null;
    if (held !== null) held.scrollTop += moved;
    for (const part of panel.querySelectorAll<HTMLElement>('.decision-main, .decision-side'))
      if (part !== held && scrolls(part)) part.scrollTop += now.bodyTop - places.bodyTop;
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
