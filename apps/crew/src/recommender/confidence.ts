import { type Brief, missingFrom } from './brief.ts';
import type { Ranking } from './rank.ts';

/** How certain the ranking's proposal is, with its parts; each 0 to 1. */
export interface Confidence {
  value: number;
  parts: { data: number; pool: number; margin: number; fit: number };
}

/**
 * Computed from: how much of the brief is known, how many people there were to choose from, the margin of the proposed people
 * to the next one, and how well they fit. Below 0.5 if a required part of the brief is missing.
 */
export function confidenceOf(brief: Brief, { candidates }: Ranking): Confidence {
  const known = [
    brief.location ?? (brief.remote === 'remote' || null),
    brief.remote,
    brief.startDate,
    brief.maxRate,
  ];
  const data =
    (known.filter((value) => value !== null).length + (brief.skills.length > 0 ? 1 : 0)) / 5;
  const pool = Math.min(1, candidates.length / (brief.count * 4));
  const last = candidates[brief.count - 1]?.score ?? 0;
  const next = candidates[brief.count]?.score ?? last;
  const margin = candidates.length === 0 ? 0 : Math.min(1, (last - next) / 0.04);
  const fit = candidates.length < brief.count ? 0 : last;
  const value = 0.3 * data + 0.2 * pool + 0.15 * margin + 0.35 * fit;
  const capped = missingFrom(brief).length > 0 ? value * 0.48 : value;
  const round = (number: number) => Math.round(number * 100) / 100;
  return {
    value: round(capped),
    parts: { data: round(data), pool: round(pool), margin: round(margin), fit: round(fit) },
  };
}

/** Below it a person decides, for any proposal. */
export const confidenceThreshold = 0.5;
