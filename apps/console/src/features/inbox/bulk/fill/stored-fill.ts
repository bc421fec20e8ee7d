import type { Prompt } from '@countersign/api/prompt';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import type { Path } from '../../../../ui/forms/pointer.ts';
import type { Values } from './paste-into.ts';

/** What is filled in over rows: values by row and pointer, and the cells that got one of their own. */
export interface Filled {
  values: ReadonlyMap<string, Values>;
  own: ReadonlySet<string>;
}

/** Rows one operator's browser keeps; the oldest go first. */
const MAX_ROWS = 1_000;

const keyOf = (operatorId: string) => `countersign.draft.${operatorId}.filled-in`;

/** Names one cell among those of a table. */
export const cellOf = (promptId: string, pointer: string) => `${promptId} ${pointer}`;

function read(operatorId: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(operatorId)) ?? '{}');
    return isObject(kept) ? kept : {};
  } catch {
    return {};
  }
}

const isPath = (value: unknown): value is Path =>
  Array.isArray(value) && value.every((key) => typeof key === 'string');

/** Values entered before for these same rows; a row whose content has changed since starts empty. */
export function loadFilled(operatorId: string, prompts: readonly Prompt[]): Filled {
  const kept = read(operatorId);
  const values = new Map<string, Values>();
  const own = new Set<string>();
  for (const { id, digest } of prompts) {
    const row = kept[id];
    if (!isObject(row) || row['digest'] !== digest || !Array.isArray(row['cells'])) continue;
    const cells = new Map<string, readonly [Path, unknown]>();
    for (const cell of row['cells'] as readonly unknown[]) {
      if (!isObject(cell) || !isPath(cell['path'])) continue;
      const pointer = pointerOf(cell['path']);
      cells.set(pointer, [cell['path'], cell['value']]);
      if (cell['own'] === true) own.add(cellOf(id, pointer));
    }
    if (cells.size > 0) values.set(id, cells);
  }
  return { values, own };
}

/** Keeps what is filled in over these rows, and forgets the rows where nothing is. */
export function keepFilled(
  operatorId: string,
  prompts: readonly Pick<Prompt, 'id' | 'digest'>[],
  { values, own }: Filled,
): void {
  const ids = new Set(prompts.map(({ id }) => id));
  const others = Object.entries(read(operatorId)).filter(([id]) => !ids.has(id));
  const rows = prompts.flatMap(({ id, digest }) => {
    const cells = [...(values.get(id) ?? [])].map(([pointer, [path, value]]) => ({
      path,
      value,
      own: own.has(cellOf(id, pointer)),
    }));
    return cells.length === 0 ? [] : [[id, { digest, cells }] as const];
  });
  const all = [...others, ...rows].slice(-MAX_ROWS);
  try {
    if (all.length === 0) localStorage.removeItem(keyOf(operatorId));
    else localStorage.setItem(keyOf(operatorId), JSON.stringify(Object.fromEntries(all)));
  } catch (error) {
    // A browser that keeps nothing: the table holds it until it is closed.
    console.warn('What is filled in could not be kept.', error);
  }
}
