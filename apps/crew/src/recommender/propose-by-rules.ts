import type { CrewText } from '../words/crew-text.ts';
import { en } from '../words/en.ts';
import { type Brief, missingFrom } from './brief.ts';
import { confidenceOf } from './confidence.ts';
import type { Proposal } from './proposal.ts';
import type { Ranking } from './rank.ts';
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
        missing.includes('location')
          ? `${funnel.total} profiles, ${funnel.skills} with the skills, ${funnel.rate} of them within the rate. How far they live from the work cannot be told.`
          : `${funnel.total} profiles, ${funnel.skills} with the skills, ${funnel.rate} within the rate, ${funnel.travel} near enough, ${funnel.availability} free in time.`,
        `Known requirements ${percent(data)}, choice ${percent(pool)}, distance to the next ${percent(margin)}, fit of the last proposed ${percent(fit)}.`,
      ],
      assumptions: assumptionsOf(brief),
      alternatives: missing.length > 0 ? [] : alternativesOf(brief, ranking),
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
  if (candidates.length < brief.count) {
    const found =
      candidates.length === 0
        ? 'Nobody fits'
        : `Only ${candidates.length} of ${brief.count} people fit`;
    return `${found} all limits: ${funnel.skills} have the skills, ${funnel.rate} are within the rate, ${funnel.travel} near enough, ${funnel.availability} free in time.`;
  }
  const [first, second] = candidates;
  return `${first?.person.name} (${first?.score.toFixed(2)}) and ${second?.person.name ?? 'nobody else'} (${second?.score.toFixed(2) ?? '–'}) fit best of ${candidates.length}.`;
}

function assumptionsOf(brief: Brief): string[] {
  const assumptions = ['Travel is estimated from the distance, door to door.'];
  if (brief.remote === null)
    assumptions.push('Nothing was said about remote work, so every day counts as on site.');
  if (brief.startDate === null)
    assumptions.push('No start date was given, so everybody counts as free in time.');
  if (brief.maxRate === null) assumptions.push('No limit of the rate was given.');
  if (brief.skills.some(({ name }) => name === 'Payment flows')) {
    assumptions.push('"Payments" is read as the skill Payment flows, at working level.');
  }
  return assumptions;
}

/** Alternative people, with the reason: the cheapest and the nearest of those who fit. */
function alternativesOf(brief: Brief, { candidates }: Ranking) {
  const rest = candidates.slice(brief.count);
  const cheapest = rest.toSorted((a, b) => a.person.rate - b.person.rate)[0];
  const nearest = rest.toSorted((a, b) => (a.travelMinutes ?? 0) - (b.travelMinutes ?? 0))[0];
  const picked = new Map([
    ...(cheapest
      ? [[cheapest.person.id, { candidate: cheapest, why: 'the lowest rate' }] as const]
      : []),
    ...(nearest
      ? [[nearest.person.id, { candidate: nearest, why: 'the shortest way' }] as const]
      : []),
  ]);
  return [...picked.values()].map(({ candidate, why }) => ({
    id: candidate.person.id,
    label: candidate.person.name,
    description: `${why} of the others: ${reasonFor(candidate, brief)}`,
    confidence: candidate.score,
  }));
}
