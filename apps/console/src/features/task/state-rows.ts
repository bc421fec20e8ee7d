import { escapeToken } from '@countersign/json/json-pointer';
/** One visible line of the state tree. */
export interface StateRow {
  /** JSON Pointer, '' for the root. */
  pointer: string;
  name: string;
  depth: number;
  value: unknown;
  /** Members of an object or array, null for a plain value. */
  size: number | null;
  list: boolean;
  open: boolean;
}

type Entry = readonly [name: string, value: unknown];

function entriesOf(value: unknown): readonly Entry[] | null {
  if (Array.isArray(value)) return value.map((held: unknown, index) => [String(index), held]);
  if (value !== null && typeof value === 'object') return Object.entries(value);
  return null;
}

/** Small parts near the root are open at first, so that a new state can be read without a press. */
function opensItself(depth: number, size: number, list: boolean): boolean {
  return size > 0 && (depth === 0 ? size <= 12 : depth === 1 && !list && size <= 6);
}

/**
 * The visible lines of a state document. `toggled` holds what the reader opened (true) or closed (false).
 * Closed parts are not walked, so the cost is that of what is shown.
 */
export function stateRows(document: unknown, toggled: ReadonlyMap<string, boolean>): StateRow[] {
  const rows: StateRow[] = [];
  const walk = (entries: readonly Entry[], parent: string, depth: number) => {
    for (const [name, value] of entries) {
      const pointer = `${parent}/${escapeToken(name)}`;
      const inner = entriesOf(value);
      const list = Array.isArray(value);
      const size = inner?.length ?? null;
      const open = size !== null && (toggled.get(pointer) ?? opensItself(depth, size, list));
      rows.push({ pointer, name, depth, value, size, list, open });
      if (open && inner) walk(inner, pointer, depth + 1);
    }
  };
  const root = entriesOf(document);
  if (root) walk(root, '', 0);
  else
    rows.push({
      pointer: '',
      name: '',
      depth: 0,
      value: document,
      size: null,
      list: false,
      open: false,
    });
  return rows;
}
