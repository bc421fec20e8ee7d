import type { CrewText } from '../words/crew-text.ts';
import { en } from '../words/en.ts';
import { type Brief, missingFrom } from './brief.ts';
import { confidenceOf } from './confidence.ts';
import type { Proposal } from './proposal.ts';
import type { Candidate, Ranking } from './rank.ts';
import { reasonFor } from './recommendation.ts';

export const proposedCount = 5;

/** The ranking's own proposal. Its confidence is computed; whether it can proceed follows from what is missing. */
export function proposeByRules(brief: Brief, ranking: Ranking, words: CrewText = en): Proposal {
  const { candidates, funnel } = ranking;
  const confidence = confidenceOf(brief, ranking);
  const missing = missingFrom(brief);
  const enough = candidates.length >= brief.count;
  const shown = candidates.slice(0, proposedCount);
  const { data, pool, margin, fit } = confidence.parts;
  return {
    canProceed: missing.length === 0 && enough,
    confidence: confidence.value,
    explanation: explain(brief, ranking, { missing, words }),
    candidates: shown.map((candidate) => ({
      id: candidate.person.id,
      score: candidate.score,
      reason: reasonFor(candidate, brief),
    })),
    upThought: {
      reasoning: [
        words.searched(funnel, !missing.includes('location')),
        words.certainty(percent(data), percent(pool), percent(margin), percent(fit)),
      ],
      assumptions: assumptionsOf(brief, words),
      alternatives: missing.length > 0 ? [] : alternativesOf(brief, ranking, words),
    },
  };
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function explain(
  brief: Brief,
  { candidates, funnel }: Ranking,
  { missing, words }: { missing: readonly string[]; words: CrewText },
): string {
  if (missing.includes('location')) {
    return words.noLocation(funnel.skills);
  }
  if (missing.includes('skills')) return words.noSkill;
  const [first, second] = candidates;
  if (first === undefined || candidates.length < brief.count)
    return words.tooFew(candidates.length, brief.count, funnel);
  return words.fitBest(
    scored(first),
    second === undefined ? null : scored(second),
    candidates.length,
  );
}

const scored = ({ person, score }: Candidate) => `${person.name} (${score.toFixed(2)})`;

function assumptionsOf(brief: Brief, words: CrewText): string[] {
  const assumptions = [words.travelEstimated];
  if (brief.remote === null) assumptions.push(words.remoteUnknown);
  if (brief.startDate === null) assumptions.push(words.startUnknown);
  if (brief.maxRate === null) assumptions.push(words.rateUnlimited);
  if (brief.skills.some(({ name }) => name === 'Payment flows')) {
    assumptions.push(words.paymentsRead);
  }
  return assumptions;
}

/** Alternative people, with the reason: the cheapest and the nearest of those who fit. */
function alternativesOf(brief: Brief, { candidates }: Ranking, words: CrewText) {
  const rest = candidates.slice(brief.count);
  const cheapest = rest.toSorted((a, b) => a.person.rate - b.person.rate)[0];
  const nearest = rest.toSorted((a, b) => (a.travelMinutes ?? 0) - (b.travelMinutes ?? 0))[0];
  const picked = new Map([
    ...(cheapest
      ? [[cheapest.person.id, { candidate: cheapest, why: words.cheapest }] as const]
      : []),
    ...(nearest ? [[nearest.person.id, { candidate: nearest, why: words.nearest }] as const] : []),
  ]);
  return [...picked.values()].map(({ candidate, why }) => ({
    id: candidate.person.id,
    label: candidate.person.name,
    description: why(reasonFor(candidate, brief)),
    confidence: candidate.score,
  }));
}
