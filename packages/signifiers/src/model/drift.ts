import { jsonEqual } from '@countersign/json/json-equal';
import type { Signifier } from './signifier.ts';

/** What a synchronisation changes. Signifiers that are the same are in no list. */
export interface Drift {
  added: Signifier[];
  removed: Signifier[];
  /** Also those of which only a part changed that is not in the record: `parts` is empty then. */
  changed: { before: Signifier; after: Signifier; parts: (keyof Signifier)[] }[];
}

const parts = [
  'label',
  'context',
  'abilities',
  'form',
  'binding',
  'body',
  'input',
  'secrets',
  'safety',
  'isStream',
] as const satisfies readonly (keyof Signifier)[];

/** Compares the signifiers of an artifact before and after a synchronisation, by id. */
export function driftOf(before: readonly Signifier[], after: readonly Signifier[]): Drift {
  const known = new Map(before.map((one) => [one.id, one]));
  const seen = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !known.has(id)),
    removed: before.filter(({ id }) => !seen.has(id)),
    changed: after.flatMap((one) => {
      const old = known.get(one.id);
      if (old === undefined) return [];
      const differing = parts.filter((part) => !jsonEqual(old[part], one[part]));
      if (differing.length === 0 && old.sourceHash === one.sourceHash) return [];
      return [{ before: old, after: one, parts: differing }];
    }),
  };
}
