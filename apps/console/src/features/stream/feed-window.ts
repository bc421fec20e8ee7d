/** Items drawn first: more than a screen holds, few enough to be there at once. */
const FIRST = 50;
/** Items shown soon after, and how many more each step further adds. */
export const WINDOW = 200;
/** Items in the document at most: what is further away is taken out on the other side. */
export const MOST = 3 * WINDOW;

/** The items that are in the document: from `from` up to, not including, `to`; `to` null = up to the end, and on with it. */
export interface FeedWindow {
  from: number;
  to: number | null;
}

/** The end of the thread, followed. */
export const endWindow = (count: number): FeedWindow => ({
  from: Math.max(0, count - WINDOW),
  to: null,
});

/** The end of the thread, as little of it as a first look needs. */
export const firstWindow = (count: number): FeedWindow => ({
  from: Math.max(0, count - FIRST),
  to: null,
});

/** The first look, widened to what a reader may scroll to without waiting. */
export const widened = (window: FeedWindow, count: number): FeedWindow =>
  window.to === null
    ? { from: Math.min(window.from, Math.max(0, count - WINDOW)), to: null }
    : window;

/**
 * The window after items arrived. It slides only while the end is followed, and in chunks, so that a token never renders
 * the list again; for a reader further up nothing moves, but what grows too long below ends.
 */
export function grown(window: FeedWindow, count: number, following: boolean): FeedWindow {
  if (window.from > count) return endWindow(count);
  if (window.to !== null) return window.to > count ? { ...window, to: null } : window;
  if (following) return count - window.from > WINDOW * 2 ? endWindow(count) : window;
  return count - window.from > MOST ? { from: window.from, to: window.from + MOST } : window;
}

/** One step towards the beginning. */
export function earlier({ from, to }: FeedWindow, count: number): FeedWindow {
  const next = Math.max(0, from - WINDOW);
  const end = Math.min(to ?? count, next + MOST);
  return { from: next, to: end >= count ? null : end };
}

/** One step towards the end. */
export function later({ from, to }: FeedWindow, count: number): FeedWindow {
  if (to === null) return { from, to };
  const end = Math.min(count, to + WINDOW);
  return { from: Math.max(from, end - MOST), to: end >= count ? null : end };
}

/** A place with as much before as after it. */
export function around(place: number, count: number): FeedWindow {
  const from = Math.max(0, place - WINDOW / 2);
  const end = Math.min(count, place + WINDOW / 2);
  return { from, to: end >= count ? null : end };
}
