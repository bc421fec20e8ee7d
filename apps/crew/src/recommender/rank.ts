import MiniSearch from 'minisearch';
import { findCity } from '../freelancers/cities.ts';
import type { Freelancer, SkillLevel } from '../freelancers/freelancer.ts';
import { type Brief, daysOnSite } from './brief.ts';
import { travelMinutes } from './geography.ts';

/** The parts of a score; each 0 to 1. */
export interface Breakdown {
  skills: number;
  travel: number;
  rate: number;
  availability: number;
  relevance: number;
  reputation: number;
}

/** One person with the result of the ranking. `score` 0 to 1; `travelMinutes` null if there is no travel. */
export interface Candidate {
  person: Freelancer;
  score: number;
  breakdown: Breakdown;
  travelMinutes: number | null;
  daysLate: number;
}

/** How many people remained after each check. */
export interface Funnel {
  total: number;
  skills: number;
  rate: number;
  travel: number;
  availability: number;
}

export interface Ranking {
  candidates: Candidate[];
  funnel: Funnel;
}

const weights: Readonly<Record<keyof Breakdown, number>> = {
  skills: 0.34,
  travel: 0.2,
  rate: 0.12,
  availability: 0.16,
  relevance: 0.08,
  reputation: 0.1,
};
const levels: Readonly<Record<SkillLevel, number>> = { working: 1, advanced: 2, expert: 3 };
const dayMs = 86_400_000;
const maxMinutes = 150;
const maxDaysLate = 42;
const round = (value: number) => Math.round(value * 100) / 100;

/** An index of the pool, built once. */
export interface Pool {
  people: readonly Freelancer[];
  search(query: string): Map<string, number>;
}

export function createPool(people: readonly Freelancer[]): Pool {
  const index = new MiniSearch<Freelancer>({
    fields: ['title', 'skillText', 'bio'],
    extractField: (person, field) =>
      field === 'skillText'
        ? person.skills.map(({ name }) => name).join(' ')
        : String(person[field as keyof Freelancer] ?? ''),
    searchOptions: { boost: { title: 3, skillText: 2 }, prefix: true, fuzzy: 0.15 },
  });
  index.addAll(people);
  return {
    people,
    search: (query) => {
      const hits = index.search(query);
      const best = hits[0]?.score ?? 1;
      return new Map(hits.map(({ id, score }) => [String(id), score / best]));
    },
  };
}

/** Ranks the pool for a brief. Pure and deterministic; ties by id. */
export function rank(pool: Pool, brief: Brief): Ranking {
  const relevance = pool.search([brief.role, ...brief.skills.map(({ name }) => name)].join(' '));
  const office = brief.location === null ? null : findCity(brief.location.city);
  const onSite = daysOnSite(brief);
  const funnel: Funnel = {
    total: pool.people.length,
    skills: 0,
    rate: 0,
    travel: 0,
    availability: 0,
  };
  const candidates: Candidate[] = [];
  for (const person of pool.people) {
    const skills = skillScore(person, brief);
    if (skills.covered < 0.5 || !skills.first || brief.without.includes(person.id)) continue;
    if (!brief.languages.every((language) => person.languages.includes(language))) continue;
    funnel.skills += 1;
    if (brief.maxRate !== null && person.rate > brief.maxRate) continue;
    funnel.rate += 1;
    const minutes = onSite === 0 || office === null ? null : travelMinutes(person, office);
    if (minutes !== null && minutes > maxMinutes) continue;
    if (brief.onlyCity !== null && person.city !== brief.onlyCity) continue;
    funnel.travel += 1;
    const daysLate = lateness(person, brief);
    if (daysLate > maxDaysLate) continue;
    funnel.availability += 1;
    const breakdown: Breakdown = {
      skills: round(skills.score),
      travel: round(minutes === null ? 1 : Math.max(0, 1 - Math.max(0, minutes - 15) / maxMinutes)),
      rate: round(rateScore(person.rate, brief)),
      availability: round(1 - daysLate / maxDaysLate),
      relevance: round(relevance.get(person.id) ?? 0),
      reputation: round(reputation(person)),
    };
    candidates.push({
      person,
      score: total(breakdown, onSite),
      breakdown,
      travelMinutes: minutes,
      daysLate,
    });
  }
  candidates.sort((a, b) => b.score - a.score || a.person.id.localeCompare(b.person.id));
  return { candidates, funnel };
}

/** Travel is weighted by the days on site. */
function total(breakdown: Breakdown, onSite: number): number {
  let sum = 0;
  let whole = 0;
  for (const [part, weight] of Object.entries(weights)) {
    const share = part === 'travel' ? weight * (0.4 + (0.6 * onSite) / 5) : weight;
    sum += breakdown[part as keyof Breakdown] * share;
    whole += share;
  }
  return Math.round((sum / whole) * 1000) / 1000;
}

/** `covered`: share of the required skills the person has; `first`: has the first one, which is the trade. */
function skillScore(person: Freelancer, brief: Brief) {
  if (brief.skills.length === 0) return { score: 0.5, covered: 1, first: true };
  let score = 0;
  let covered = 0;
  brief.skills.forEach((wanted) => {
    const own = person.skills.find(({ name }) => name === wanted.name);
    if (!own) return;
    covered += 1;
    const level = Math.min(1, levels[own.level] / levels[wanted.level]);
    const years = wanted.years === 0 ? 1 : Math.min(1, own.years / wanted.years);
    score += 0.5 + 0.3 * level + 0.2 * years;
  });
  const { length } = brief.skills;
  const first = person.skills.some(({ name }) => name === brief.skills[0]?.name);
  return { score: score / length, covered: covered / length, first };
}

function rateScore(rate: number, { minRate, maxRate }: Brief): number {
  if (maxRate === null) return Math.max(0, Math.min(1, 1.4 - rate / 140));
  const low = minRate ?? maxRate * 0.7;
  return rate <= low ? 1 : 1 - (0.6 * (rate - low)) / Math.max(1, maxRate - low);
}

function lateness(person: Freelancer, brief: Brief): number {
  if (brief.startDate === null) return 0;
  return Math.max(0, (Date.parse(person.availableFrom) - Date.parse(brief.startDate)) / dayMs);
}

/** A rating from few jobs is uncertain, so it is drawn towards the average of the pool until there are more. */
function reputation({ rating, jobsDone }: Freelancer): number {
  const trusted = (rating * jobsDone + 4.2 * 5) / (jobsDone + 5);
  return Math.max(0, Math.min(1, (trusted - 3.5) / 1.5));
}
