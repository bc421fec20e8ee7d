/** How close to the end still counts as being there, in px. */
const NEAR = 24;

export interface ScrollReading {
  top: number;
  lastTop: number;
  /** Px between the lower edge of the view and the end of the content. */
  distance: number;
}

/**
 * Whether the view follows the end after a scroll event. Reaching the end starts following; only the reader
 * moving up ends it. Content that grew since the last pin also leaves a distance, but moves nothing up.
 */
export function nextFollowing(
  following: boolean,
  { top, lastTop, distance }: ScrollReading,
): boolean {
  if (distance <= NEAR) return true;
  if (top < lastTop - 1) return false;
  return following;
}

/** Items shown at first, and how many more each press of "Show earlier" adds. */
export const WINDOW = 200;

/**
 * First item of the window. It slides only while the end is followed, and in chunks, so that a token never
 * re-renders the list; for a reader further up nothing moves.
 */
export function windowFrom(from: number, count: number, following: boolean): number {
  if (from > count) return Math.max(0, count - WINDOW);
  if (following && count - from > WINDOW * 2) return count - WINDOW;
  return from;
}
