import type { Target } from '../rank-candidates.ts';
import { listOf } from './mediation-field.ts';

/** A target whose candidates come from one list; `unclear` = two lists of the sender fit it as well. */
export interface PairedTarget extends Target {
  unclear: boolean;
}

/**
 * Finds for each list of the receiver the one list of the sender that clearly fits its fields best, and drops the candidates of
 * others: the items of two lists must never be mixed. A choice for one field applies to the whole list.
 */
export function pairLists(
  targets: readonly Target[],
  { settled, margin }: { settled: ReadonlyMap<string, string>; margin: number },
): PairedTarget[] {
  const lists = new Map<string, string | null>();
  for (const list of new Set(targets.map(({ field }) => listOf(field.pointer)))) {
    const members = targets.filter(({ field }) => listOf(field.pointer) === list);
    const known = members
      .map(({ field }) => listOf(settled.get(field.pointer) ?? ''))
      .find((source) => source !== '');
    if (list !== '') lists.set(list, known ?? clearlyBest(members, margin));
  }
  return targets.map(({ field, candidates }) => {
    const list = lists.get(listOf(field.pointer));
    if (list === undefined) return { field, candidates, unclear: false };
    if (list === null) {
      const isListed = listOf(candidates[0]?.from ?? '') !== '';
      return { field, candidates, unclear: isListed };
    }
    const fitting = candidates.filter(({ from }) => ['', list].includes(listOf(from)));
    return { field, candidates: fitting, unclear: false };
  });
}

/** The list of the sender that leads by the margin, `''` when there is none at all, null when two lead. */
function clearlyBest(members: readonly Target[], margin: number): string | null {
  const [first, second] = [...scoreLists(members)].sort((left, right) => right[1] - left[1]);
  if (first === undefined) return '';
  if (second === undefined) return first[0];
  // The average of the fields, so that the number of fields has no effect.
  return (first[1] - second[1]) / members.length >= margin ? first[0] : null;
}

/** The total score of each list of the sender for these fields. */
function scoreLists(members: readonly Target[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { candidates } of members) {
    const best = new Map<string, number>();
    for (const { from, score } of candidates) {
      const source = listOf(from);
      if (source !== '' && !best.has(source)) best.set(source, score);
    }
    for (const [source, score] of best) sums.set(source, (sums.get(source) ?? 0) + score);
  }
  return sums;
}
