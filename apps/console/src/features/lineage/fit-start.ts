import { readableZoom } from './zoom-level.ts';

const EDGE = 24;
/** The width that the map at the right takes with its distances. */
const MAP = 190;
/** The height that the buttons below take. */
const BUTTONS = 64;

/** What is fitted keeps clear of the map at the right, where there is one, and of the buttons below. */
export const fitOptions = (hasMap: boolean) =>
  ({
    padding: {
      top: `${EDGE}px`,
      left: `${EDGE}px`,
      right: `${hasMap ? MAP : EDGE}px`,
      bottom: `${BUTTONS}px`,
    },
    maxZoom: 1,
    // What does not fit is moved into view: a drawing whose words nobody can read shows nothing.
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

/** A view in which a drawing that is wider or higher than its canvas begins at its left and its top; its root is always in it. */
export function keptStart(
  { bounds, root }: { bounds: Box; root: Box },
  { x, y, zoom }: View,
  canvas: { width: number; height: number },
): View {
  const isWide = bounds.width * zoom > canvas.width - 2 * EDGE;
  const isHigh = bounds.height * zoom > canvas.height - EDGE - BUTTONS;
  const toRoot = canvas.width - EDGE - (root.x + root.width) * zoom;
  return {
    x: isWide ? Math.min(EDGE - bounds.x * zoom, toRoot) : x,
    y: isHigh ? EDGE - bounds.y * zoom : y,
    zoom,
  };
}
