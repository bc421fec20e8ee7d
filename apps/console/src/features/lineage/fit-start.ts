import { readableZoom } from './zoom-level.ts';

const EDGE = 24;
/** The width that the map at the right takes with its distances. */
const MAP = 190;
/** The height that the buttons below take. */
const BUTTONS = 64;

const rightEdge = (hasMap: boolean) => (hasMap ? MAP : EDGE);

/** What is fitted keeps clear of the map at the right, where there is one, and of the buttons below. */
export const fitOptions = (hasMap: boolean) =>
  ({
    padding: {
      top: `${EDGE}px`,
      left: `${EDGE}px`,
      right: `${rightEdge(hasMap)}px`,
      bottom: `${BUTTONS}px`,
    },
    maxZoom: 1,
    // A graph that does not fit is panned instead, so that its text stays readable.
    minZoom: readableZoom,
  }) as const;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface View {
  x: number;
  y: number;
  zoom: number;
}

/** Whether a part of the canvas covers one of the boxes of the drawing. */
export const isCovering = (part: Box, boxes: readonly Box[], { x, y, zoom }: View): boolean =>
  boxes.some(
    (box) =>
      x + box.x * zoom < part.x + part.width &&
      x + (box.x + box.width) * zoom > part.x &&
      y + box.y * zoom < part.y + part.height &&
      y + (box.y + box.height) * zoom > part.y,
  );

/** The view, moved so that a drawing whose left or top it cuts begins there. Its root, which is at its top, stays in it, beside the map. */
export function keptStart(
  { bounds, root }: { bounds: Box; root: Box },
  { x, y, zoom }: View,
  canvas: { width: number; hasMap: boolean },
): View {
  const toRoot = canvas.width - rightEdge(canvas.hasMap) - (root.x + root.width) * zoom;
  return {
    x: Math.min(Math.max(x, EDGE - bounds.x * zoom), toRoot),
    y: Math.max(y, EDGE - bounds.y * zoom),
    zoom,
  };
}
