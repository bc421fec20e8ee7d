/** Where the label of a point is: its anchor relative to the point, and its direction. */
export interface LabelPlace {
  dx: number;
  dy: number;
  anchor: 'start' | 'middle' | 'end';
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Of the label's font: the width of a character and the height of a line, px. */
const CHAR = 6.7;
const LINE = 11;
/** Half of a point that has a label, px. */
const POINT = 5;
/** Half of a point without a label, px. */
const PLAIN_POINT = 3;

const places: readonly LabelPlace[] = [
  { dx: 8, dy: 4, anchor: 'start' },
  { dx: -8, dy: 4, anchor: 'end' },
  { dx: 0, dy: -9, anchor: 'middle' },
  { dx: 0, dy: 16, anchor: 'middle' },
  { dx: 7, dy: -6, anchor: 'start' },
  { dx: 7, dy: 14, anchor: 'start' },
  { dx: -7, dy: -6, anchor: 'end' },
  { dx: -7, dy: 14, anchor: 'end' },
];

function boxOf(point: { x: number; y: number; label: string }, place: LabelPlace): Box {
  const width = point.label.length * CHAR;
  const at = point.x + place.dx;
  const left = place.anchor === 'start' ? at : place.anchor === 'end' ? at - width : at - width / 2;
  const bottom = point.y + place.dy + 1;
  return { left, right: left + width, top: bottom - LINE, bottom };
}

function overlap(one: Box, two: Box): number {
  const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
  const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const around = ({ x, y }: { x: number; y: number }, half: number): Box => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

/** A place for each label, in the order given, where it covers least of all points and of the labels before it. */
export function placeLabels(
  points: readonly { id: string; x: number; y: number; label: string }[],
  plain: readonly { x: number; y: number }[],
  frame: { width: number; height: number },
): Map<string, LabelPlace> {
  const taken: Box[] = [
    ...points.map((point) => around(point, POINT)),
    ...plain.map((point) => around(point, PLAIN_POINT)),
  ];
  const placed = new Map<string, LabelPlace>();
  for (const point of points) {
    let best: { place: LabelPlace; box: Box; cost: number } | null = null;
    for (const place of places) {
      const box = boxOf(point, place);
      const outside =
        Math.max(0, -box.left, -box.top) +
        Math.max(0, box.right - frame.width, box.bottom - frame.height);
      const cost = taken.reduce((sum, other) => sum + overlap(box, other), outside * LINE);
      if (best === null || cost < best.cost) best = { place, box, cost };
      if (cost === 0) break;
    }
    if (best === null) continue;
    placed.set(point.id, best.place);
    taken.push(best.box);
  }
  return placed;
}
