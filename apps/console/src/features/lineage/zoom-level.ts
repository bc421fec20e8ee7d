/** How much of a node's text can be read: all; the title, larger the further away; nothing. */
export type ZoomLevel = 'all' | 'title' | 'large' | 'marks';

/** Text smaller than this on screen is not shown, px. */
const leastPx = 11;
/** Sizes of the text in the drawing's own px, as in the style sheet, from the nearest on. */
const sizes: readonly [ZoomLevel, number][] = [
  ['all', 12],
  ['title', 16],
  ['large', 20],
];

/** The farthest zoom at which titles can be read. */
export const readableZoom = leastPx / 20;

/** Which text of the nodes is shown at a zoom, so that none is too small to be read. */
export const zoomLevel = (zoom: number): ZoomLevel =>
  sizes.find(([, px]) => px * zoom >= leastPx - 0.01)?.[0] ?? 'marks';
