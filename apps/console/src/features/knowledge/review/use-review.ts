import {
  type Contradictions,
  contradictionsSchema,
  type MemoryRow,
} from '@countersign/api/knowledge-memory';
import { problemSlug } from '@countersign/api/problem';
import type { RouteBody } from '@countersign/api/routes';
import { useState } from 'react';
import { problemOf } from '../../../live/problem-text.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { type Action, useAction } from '../../../live/use-action.ts';
import { useReadAgain } from '../../../live/use-route.ts';
import type { Holds } from './which-holds.tsx';

export type Verdict = 'approve' | 'reject';
export interface ReviewResult {
  done: Readonly<Record<Verdict, number>>;
  changed: number;
  invalid: number;
}
interface ReviewMore {
  content?: Record<string, unknown>;
  layer?: 'personal' | 'group';
  why?: string;
}
type Reviews = RouteBody<'POST /api/knowledge/reviews'>['reviews'];

/** What was to be approved, and which approved corrections it contradicts: nothing was done. */
interface Refused {
  reviews: Reviews;
  contradictions: Contradictions;
}

/** Decides corrections as they are shown, and keeps what became of the last decision. */
export function useReview(): {
  action: Action;
  result: ReviewResult | null;
  /** Resolves to null if a person is asked first which correction holds: `refused`. */
  review: (
    rows: readonly Pick<MemoryRow, 'id' | 'version'>[],
    verdict: Verdict,
    more?: ReviewMore,
  ) => Promise<ReviewResult | null>;
  refused: Refused | null;
  /** The same once more, with what was chosen for each. */
  choose: (chosen: ReadonlyMap<string, Holds>) => Promise<ReviewResult | null>;
  leave: () => void;
} {
  const { call } = useClient().api;
  const changed = useReadAgain('/api/knowledge/');
  const action = useAction();
  const [result, setResult] = useState<ReviewResult | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);

  const send = async (reviews: Reviews): Promise<ReviewResult | null> => {
    const sent = await call('POST /api/knowledge/reviews', { body: { reviews } }).catch(
      (error: unknown) => {
        const contradictions = contradictionsIn(error);
        if (contradictions === null) throw error;
        setRefused({ reviews, contradictions });
        return null;
      },
    );
    if (sent === null) return null;
    const count = (outcome: string, verdict?: Verdict) =>
      sent.results.filter(
        (each, index) =>
          each.outcome === outcome &&
          (verdict ?? reviews[index]?.verdict) === reviews[index]?.verdict,
      ).length;
    const own = {
      done: { approve: count('done', 'approve'), reject: count('done', 'reject') },
      ...{ changed: count('changed'), invalid: count('invalid') },
    };
    setRefused(null);
    setResult(own);
    await changed();
    return own;
  };
  return {
    action,
    result,
    review: (rows, verdict, more = {}) =>
      send(rows.map(({ id, version }) => ({ id, version, verdict, ...more }))),
    refused,
    async choose(chosen) {
      if (refused === null) return null;
      const reviews = chosenReviews(refused, chosen);
      if (reviews.length > 0) return send(reviews);
      setRefused(null);
      return null;
    },
    leave: () => setRefused(null),
  };
}

function contradictionsIn(error: unknown): Contradictions | null {
  const problem = problemOf(error);
  if (problem === null || problemSlug(problem) !== 'contradicts-approved') return null;
  const read = contradictionsSchema.safeParse(problem['contradicts']);
  return read.success ? read.data : null;
}

function chosenReviews(
  { reviews, contradictions }: Refused,
  chosen: ReadonlyMap<string, Holds>,
): Reviews {
  return reviews.flatMap((review) => {
    const { id, version, why } = review;
    const found = contradictions.find(({ correction }) => correction.id === id);
    const others = found?.others.map(({ memory }) => memory.id) ?? [];
    switch (chosen.get(id)) {
      case 'new':
        return [{ ...review, replaces: [...(review.replaces ?? []), ...others] }];
      case 'both':
        return [{ ...review, keepBoth: true }];
      case 'approved':
        return [{ id, version, verdict: 'reject' as const, ...(why === undefined ? {} : { why }) }];
      case 'later':
        return [];
      default:
        return [review];
    }
  });
}
