import type { DiffRow } from './state-diff.ts';

export type TreeStep =
  | { kind: 'move'; index: number }
  | { kind: 'toggle'; pointer: string; open: boolean }
  | { kind: 'choose'; pointer: string };

/** What a key does in the tree (WAI-ARIA tree pattern), or null when it is not one of its keys. */
export function treeStep(key: string, rows: readonly DiffRow[], index: number): TreeStep | null {
  const row = rows[index];
  if (row === undefined) return null;
  const last = rows.length - 1;
  const move = (to: number): TreeStep => ({ kind: 'move', index: Math.min(last, Math.max(0, to)) });
  switch (key) {
    case 'ArrowDown':
      return move(index + 1);
    case 'ArrowUp':
      return move(index - 1);
    case 'PageDown':
      return move(index + 20);
    case 'PageUp':
      return move(index - 20);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'ArrowRight':
      if (!row.branch) return null;
      return row.open ? move(index + 1) : { kind: 'toggle', pointer: row.pointer, open: true };
    case 'ArrowLeft':
      if (row.open) return { kind: 'toggle', pointer: row.pointer, open: false };
      return move(rows.findLastIndex((each, at) => at < index && each.depth < row.depth));
    case 'Enter':
    case ' ':
      return { kind: 'choose', pointer: row.pointer };
    default:
      return null;
  }
}
