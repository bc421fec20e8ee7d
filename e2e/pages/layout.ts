/** Faults in the layout of a page: all empty if there are none. */
export interface LayoutFaults {
  /** How far the page scrolls horizontally, px. */
  beyond: number;
  /** Pairs of overlapping controls, or of a control and the breadcrumb. */
  overlapping: string[];
  /** Controls cut off by the right edge of the window that cannot be scrolled into view. */
  outside: string[];
  /** Texts in nodes of a drawing that are smaller than 11 px on screen. */
  unreadable: string[];
  /** Texts that overflow their own button, badge or chip. */
  cramped: string[];
  /** Pairs of overlapping texts in a header, a bar or an axis. */
  overwritten: string[];
}

/** Runs in the page. */
export function measureLayout(): LayoutFaults {
  const clips = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return overflowX !== 'visible' || overflowY !== 'visible';
  };
  const scrolls = (element: Element) => element.scrollWidth > element.clientWidth + 1;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}`;
  // The visible part: clipped by all containers.
  const seen = (element: Element) => {
    const box = element.getBoundingClientRect();
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      if (!clips(at)) continue;
      const around = at.getBoundingClientRect();
      left = Math.max(left, around.left);
      top = Math.max(top, around.top);
      right = Math.min(right, around.right);
      bottom = Math.min(bottom, around.bottom);
    }
    return { left, top, right, bottom };
  };
  const wanted =
    'button, a, input, select, textarea, .crumbs > span:not([aria-hidden]), [role="menuitem"]';
  const controls = [...document.querySelectorAll(wanted)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const boxes = controls.flatMap((element) => {
    const box = seen(element);
    return box.right - box.left > 2 && box.bottom - box.top > 2 ? [{ element, box }] : [];
  });
  const overlapping = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((two) => {
      if (one.element.contains(two.element) || two.element.contains(one.element)) return [];
      // It floats over the content that scrolls below it, and ends where that ends.
      if ([one, two].some(({ element }) => element.matches('.new-events'))) return [];
      const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      return wide > 2 && high > 2 ? [`${nameOf(one.element)} × ${nameOf(two.element)}`] : [];
    }),
  );
  const outside = controls.flatMap((element) => {
    const { right, width } = element.getBoundingClientRect();
    if (width <= 1 || right <= innerWidth + 1) return [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      // A row wider than the window is scrolled; a drawing is panned.
      if ((clips(at) && scrolls(at)) || at.matches('.react-flow')) return [];
    }
    return [nameOf(element)];
  });
  const drawn = document.querySelectorAll<HTMLElement>(
    '.lineage-node, .lineage-node *, .flow-node, .flow-node *',
  );
  const unreadable = [...drawn].flatMap((element) => {
    const speaks = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const isShown = element.checkVisibility({ visibilityProperty: true });
    if (!speaks || !isShown || element.closest('.visually-hidden')) return [];
    const scale = element.getBoundingClientRect().width / Math.max(1, element.offsetWidth);
    const px = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
    return px < 10.9 ? [`${nameOf(element)} ${px.toFixed(1)} px`] : [];
  });
  const cramped = [
    ...document.querySelectorAll(
      '.button, .segmented > button, .badge, .tag-box, .filter-chip, .menu [role="menuitem"]',
    ),
  ].flatMap((element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    // The figure on the bell is beyond its corner.
    !element.matches('.bell') &&
    getComputedStyle(element).textOverflow !== 'ellipsis' &&
    element.scrollWidth > element.clientWidth + 1
      ? [nameOf(element)]
      : [],
  );
  const written = [
    ...document.querySelectorAll(
      '.task-head, .scrub, .toolbar, .lanes-drawing, .decision-meta, .where',
    ),
  ].map((bar) => {
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    const words: {
      node: Node;
      text: string;
      left: number;
      top: number;
      right: number;
      bottom: number;
    }[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const around = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (around === null || text === '' || around.closest('title, .visually-hidden, option'))
        continue;
      if (!around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const clip = clips(around) ? around.getBoundingClientRect() : null;
      const outer = seen(around);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        words.push({
          node,
          text: text.slice(0, 30),
          left: Math.max(box.left, outer.left, clip?.left ?? 0),
          top: Math.max(box.top, outer.top, clip?.top ?? 0),
          right: Math.min(box.right, outer.right, clip?.right ?? Infinity),
          bottom: Math.min(box.bottom, outer.bottom, clip?.bottom ?? Infinity),
        });
      }
    }
    return words.filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2);
  });
  const overwritten = written.flatMap((words) =>
    words.flatMap((one, index) =>
      words.slice(index + 1).flatMap((two) => {
        // Text that is cut off has a box for its visible part and one for the whole.
        if (one.node === two.node) return [];
        const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        // Line boxes extend slightly beyond their letters.
        return wide > 2 && high > 5 ? [`“${one.text}” × “${two.text}”`] : [];
      }),
    ),
  );
  return {
    cramped,
    overwritten,
    beyond: Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - innerWidth),
    overlapping,
    outside,
    unreadable,
  };
}
