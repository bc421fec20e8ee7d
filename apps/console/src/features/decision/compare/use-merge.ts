import type { Prompt } from '@countersign/api/prompt';
import { type Merged, type MergePlace, threeWayMerge } from '@countersign/json/merge';
import { answerForm } from '@countersign/upformat/reading/answer-form';
import { useMemo } from 'react';
import type { Draft } from '../draft/draft.ts';
import { type FormState, startOf } from '../draft/use-form.ts';

/** What the agent and I changed since the revision I edit, place by place. */
export interface Merge extends Merged {
  /** Conflicts without a choice. */
  open: readonly MergePlace[];
}

/** My edit merged into the agent's revision; null if there is no edit. */
export function useMerge(
  revised: Prompt | null,
  draft: Draft,
  { start }: Pick<FormState, 'start'>,
): Merge | null {
  const { type, value, choices } = draft;
  return useMemo(() => {
    if (revised === null || type !== 'edit' || value === undefined) return null;
    // Both with the defaults of their forms, so that a default is not taken for a change of mine.
    const theirs = startOf(answerForm(revised.message), revised.message);
    const merged = threeWayMerge(start, value, theirs, choices);
    return {
      ...merged,
      open: merged.conflicts.filter(({ path }) => !Object.hasOwn(choices, path)),
    };
  }, [revised, type, value, start, choices]);
}
