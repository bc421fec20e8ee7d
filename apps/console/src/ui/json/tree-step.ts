import type { TreeRow } from './tree-rows.ts';

export type TreeStep =
  | { kind: 'move'; index: number }
  | { kind: 'toggle'; pointer: string; open: boolean }
  | { kind: 'press'; index: number };

const PAGE = 20;

/** What a key does in a tree (WAI-ARIA tree pattern), or null when it is not one of its keys. */
export function treeStep(key: string, rows: readonly TreeRow[], index: number): TreeStep | null {
  const row = rows[index];
  if (row === undefined) return null;
  const last = rows.length - 1;
  const move = (to: number): TreeStep => ({ kind: 'move', index: Math.min(last, Math.max(0, to)) });
  const isOpen = row.kind === 'place' && row.open;
  switch (key) {
    case 'ArrowDown':
      return move(index + 1);
    case 'ArrowUp':
      return move(index - 1);
    case 'PageDown':
      return move(index + PAGE);
    case 'PageUp':
      return move(index - PAGE);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'ArrowRight':
      if (row.kind === 'more' || !row.branch) return null;
      return isOpen ? move(index + 1) : { kind: 'toggle', pointer: row.pointer, open: true };
    case 'ArrowLeft':
      if (isOpen) return { kind: 'toggle', pointer: row.pointer, open: false };
      return move(rows.findLastIndex((each, at) => at < index && each.depth < row.depth));
    case 'Enter':
    case ' ':
      return { kind: 'press', index };
    default:
      return null;
  }
}
