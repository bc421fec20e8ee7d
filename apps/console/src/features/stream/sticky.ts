/** How close to the end still counts as being there, in px. */
const NEAR = 24;

export interface ScrollReading {
  top: number;
  lastTop: number;
  /** Px between the lower edge of the view and the end of the content. */
  distance: number;
}

/**
 * Whether the view follows the end after a scroll event. Reaching the end starts following; only scrolling up by the reader ends it.
 * Content that grew since the last pin also causes a distance, but does not scroll up.
 */
export function nextFollowing(
  following: boolean,
  { top, lastTop, distance }: ScrollReading,
): boolean {
  if (distance <= NEAR) return true;
  if (top < lastTop - 1) return false;
  return following;
}
