import { alignItems } from '@countersign/json/diff/align-items';
import { valueAt } from '@countersign/json/json-pointer';
import { useMemo } from 'react';
import { type FormContextValue, useForm } from '../form-context.ts';
import { type Path, setAt } from '../pointer.ts';

/** An entry of the proposal that is not in the list any more, and the index it was before. */
export interface LeftOut {
  entry: unknown;
  before: number;
}

/** The entries of a list matched with the proposed ones, also after entries were removed or added. */
export interface ProposedEntries {
  /** The form as the entries see it: at each place the proposal for that very entry. */
  world: FormContextValue;
  leftOut: readonly LeftOut[];
}

function leftOutOf(base: readonly unknown[], pairs: readonly (number | null)[]): LeftOut[] {
  const stays = new Set(pairs);
  return base.flatMap((entry, place) => {
    if (stays.has(place)) return [];
    const next = pairs.findIndex((pair) => pair !== null && pair > place);
    return [{ entry, before: next === -1 ? pairs.length : next }];
  });
}

/** Pairs a list with its proposal in the same way as the patch that is sent: a removed row makes no other row look changed. */
export function useProposedEntries(path: Path, items: readonly unknown[]): ProposedEntries {
  const form = useForm();
  const base = form.base === undefined ? undefined : valueAt(form.base, path);
  const paired = useMemo(() => {
    if (!Array.isArray(base)) return null;
    const pairs = alignItems(base, items);
    return {
      base: pairs.map((pair) => (pair === null ? undefined : base[pair])),
      leftOut: leftOutOf(base, pairs),
    };
  }, [base, items]);
  if (paired === null) return { world: form, leftOut: [] };
  return {
    world: { ...form, base: setAt(form.base, path, paired.base) },
    leftOut: form.readOnly ? [] : paired.leftOut,
  };
}
