import type { FlowTask } from './flow.ts';

/** The position of a piece of work in the drawing, px. */
export interface Placed {
  task: FlowTask;
  x: number;
  y: number;
  parentKey: string | null;
}

export const BOX = { width: 200, height: 44, gapX: 48, gapY: 16 };

/** Lays the tree out from left to right: a column a level, a row a leaf, parents in the middle of their children. */
export function placeTasks(roots: readonly FlowTask[]): {
  nodes: Placed[];
  width: number;
  height: number;
} {
  const nodes: Placed[] = [];
  let rows = 0;
  let columns = 0;
  const place = (task: FlowTask, depth: number, parentKey: string | null): number => {
    columns = Math.max(columns, depth + 1);
    const rowsOf = task.children.map((child) => place(child, depth + 1, task.key));
    const first = rowsOf[0];
    const row = first === undefined ? rows++ : (first + (rowsOf.at(-1) ?? first)) / 2;
    nodes.push({
      task,
      x: depth * (BOX.width + BOX.gapX),
      y: row * (BOX.height + BOX.gapY),
      parentKey,
    });
    return row;
  };
  for (const root of roots) place(root, 0, null);
  return {
    nodes,
    width: columns * (BOX.width + BOX.gapX) - BOX.gapX,
    height: rows * (BOX.height + BOX.gapY) - BOX.gapY,
  };
}
