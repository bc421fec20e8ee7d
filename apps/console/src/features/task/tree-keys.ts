import type { StateRow } from './state-rows.ts';

export type TreeStep = { index: number; toggle?: undefined } | { row: StateRow; toggle: boolean };

function parentOf(rows: readonly StateRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  return rows.findLastIndex((row, at) => at < index && row.depth < depth);
}

/** What a key does in a tree (WAI-ARIA tree pattern), or null when it is not one of its keys. */
export function treeKey(key: string, rows: readonly StateRow[], index: number): TreeStep | null {
  const row = rows[index];
  if (!row) return null;
  const last = rows.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { index: Math.min(last, index + 1) };
    case 'ArrowUp':
      return { index: Math.max(0, index - 1) };
    case 'Home':
      return { index: 0 };
    case 'End':
      return { index: last };
    case 'ArrowRight':
      if (row.size === null) return null;
      return row.open ? { index: Math.min(last, index + 1) } : { row, toggle: true };
    case 'ArrowLeft':
      if (row.open) return { row, toggle: false };
      return { index: Math.max(0, parentOf(rows, index)) };
    case 'Enter':
    case ' ':
      return row.size === null ? null : { row, toggle: !row.open };
    default:
      return null;
  }
}
