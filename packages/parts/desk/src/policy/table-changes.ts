import type { PolicyLine } from '@countersign/api/policy/table';
import { jsonEqual } from '@countersign/json/json-equal';

/** Ids of lines, by what became of them from one version to the next; a line that moved has changed. */
export function changesBetween(
  before: readonly PolicyLine[],
  after: readonly PolicyLine[],
): { added: string[]; changed: string[]; removed: string[] } {
  const idsOf = (lines: readonly PolicyLine[]) => lines.map(({ id }) => id);
  const [old, now] = [idsOf(before), idsOf(after)];
  const kept = now.filter((id) => old.includes(id));
  const oldOrder = old.filter((id) => kept.includes(id));
  const lineOf = (lines: readonly PolicyLine[], id: string) => lines.find((line) => line.id === id);
  return {
    added: now.filter((id) => !old.includes(id)),
    changed: kept.filter(
      (id, index) => oldOrder[index] !== id || !jsonEqual(lineOf(before, id), lineOf(after, id)),
    ),
    removed: old.filter((id) => !now.includes(id)),
  };
}
