import { inRow } from '../../../text/count.ts';
import { recordOf } from '../../../ui/json/record-of.ts';
import { valueText } from '../value-text.ts';

/** A point of a drawn graph; places in the agent's own units. */
export interface GraphPoint {
  id: string;
  label: string;
  x: number;
  y: number;
  group: string;
  state: 'plain' | 'changed' | 'conflict';
}
export interface GraphLink {
  from: GraphPoint;
  to: GraphPoint;
  label: string;
}
export interface GraphData {
  points: GraphPoint[];
  links: GraphLink[];
  /** Points or links that could not be read, or were too many. */
  left: number;
}

const maxPoints = 500;
const maxLinks = 1_000;
const states = ['plain', 'changed', 'conflict'] as const;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads a `graph` output: nodes with places, edges by their ids. Elements that cannot be drawn are counted. */
export function readGraph(data: Record<string, unknown>): GraphData | null {
  const nodes = listOf(data['nodes']);
  const edges = listOf(data['edges']);
  const points: GraphPoint[] = [];
  for (const node of nodes.slice(0, maxPoints)) {
    const { id, label, x, y, group, state } = recordOf(node);
    if (typeof id !== 'string' || !Number.isFinite(x) || !Number.isFinite(y)) continue;
    points.push({
      id,
      label: typeof label === 'string' ? label : id,
      x: Number(x),
      y: Number(y),
      group: typeof group === 'string' ? group : '',
      state: states.find((known) => known === state) ?? 'plain',
    });
  }
  if (points.length === 0) return null;
  const byId = new Map(points.map((point) => [point.id, point]));
  const links: GraphLink[] = [];
  for (const edge of edges.slice(0, maxLinks)) {
    const { from, to, label, kind } = recordOf(edge);
    const [start, end] = [byId.get(valueText(from)), byId.get(valueText(to))];
    if (start === undefined || end === undefined) continue;
    const words = inRow([kind, label].filter((word) => typeof word === 'string'));
    links.push({ from: start, to: end, label: words });
  }
  return { points, links, left: nodes.length - points.length + (edges.length - links.length) };
}

/** Scales the places into a box, the same both ways, y upwards as on a map. */
export function fitInto(
  points: readonly GraphPoint[],
  box: { width: number; height: number; margin: number },
): Map<string, { x: number; y: number }> {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const across = box.width - 2 * box.margin;
  const down = box.height - 2 * box.margin;
  const scale = Math.min(
    across / Math.max(right - left, 1e-9),
    down / Math.max(top - bottom, 1e-9),
  );
  const used = Number.isFinite(scale) ? scale : 1;
  const padX = (across - (right - left) * used) / 2;
  const padY = (down - (top - bottom) * used) / 2;
  return new Map(
    points.map(({ id, x, y }) => [
      id,
      {
        x: box.margin + padX + (x - left) * used,
        y: box.margin + padY + (top - y) * used,
      },
    ]),
  );
}
