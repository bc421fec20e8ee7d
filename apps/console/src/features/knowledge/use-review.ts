import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { useState } from 'react';
import { useKnowledge, useKnowledgeChanged } from '../../live/knowledge-queries.ts';
import { type Action, useAction } from '../../live/use-action.ts';

export type Verdict = 'approve' | 'reject';
export interface ReviewResult {
  verdict: Verdict;
  done: number;
  changed: number;
  invalid: number;
}
interface ReviewMore {
  content?: Record<string, unknown>;
  layer?: 'personal' | 'group';
  why?: string;
}

/** Decides corrections as they are shown, and keeps what became of the last decision. */
export function useReview(): {
  action: Action;
  result: ReviewResult | null;
  review: (
    rows: readonly Pick<MemoryRow, 'id' | 'version'>[],
    verdict: Verdict,
    more?: ReviewMore,
  ) => Promise<ReviewResult>;
} {
  const api = useKnowledge();
  const changed = useKnowledgeChanged();
  const action = useAction();
  const [result, setResult] = useState<ReviewResult | null>(null);
  const review = async (
    rows: readonly Pick<MemoryRow, 'id' | 'version'>[],
    verdict: Verdict,
    more: ReviewMore = {},
  ) => {
    const { results } = await api.reviewCorrections({
      reviews: rows.map(({ id, version }) => ({ id, version, verdict, ...more })),
    });
    const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length;
    const own = {
      ...{ verdict, done: count('done') },
      ...{ changed: count('changed'), invalid: count('invalid') },
    };
    setResult(own);
    await changed();
    return own;
  };
  return { action, result, review };
}
