/** How much of a node's words can be read: all; the title, larger the further away; none of them. */
export type ZoomLevel = 'all' | 'title' | 'large' | 'marks';

/** Words smaller than this on screen are not shown, px. */
const leastPx = 11;
/** Sizes of the words in the drawing's own px, as in the style sheet, from the nearest on. */
const sizes: readonly [ZoomLevel, number][] = [
  ['all', 12],
  ['title', 16],
  ['large', 20],
];

/** The farthest zoom at which titles can be read. */
export const readableZoom = leastPx / 20;

/** Which words of the nodes are shown at a zoom, so that none is smaller on screen than can be read. */
export const zoomLevel = (zoom: number): ZoomLevel =>
  sizes.find(([, px]) => px * zoom >= leastPx - 0.01)?.[0] ?? 'marks';
