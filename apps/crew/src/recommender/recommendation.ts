import { z } from 'zod';
import type { Brief } from './brief.ts';
import type { Candidate } from './rank.ts';

/** One proposed person, as sent to other agents, which map by these descriptions. */
export const proposedSchema = z.object({
  id: z.string().describe('identifier of the freelancer in the pool'),
  name: z.string().describe('full name of the person'),
  email: z.email().describe('contact address, an email address of the person'),
  title: z.string().describe('what the person does'),
  city: z.string().describe('where the person lives'),
  travelMinutes: z.number().nullable().describe('minutes of travel to the place of work, one way'),
  rate: z.number().describe('price of the person in EUR per hour'),
  availableFrom: z.string().describe('first day the person is free'),
  score: z.number().min(0).max(1).describe('how well the person fits, 0 to 1'),
  reason: z.string().describe('why the person was proposed, in one sentence'),
});
export type Proposed = z.infer<typeof proposedSchema>;

/** The result of the recommender's run. */
export const recommendationSchema = z
  .object({
    role: z.string().describe('name of the role people are wanted for'),
    candidates: z.array(proposedSchema).describe('proposed people, best first'),
    brief: z.unknown().describe('the requirements as understood'),
  })
  .meta({ title: 'Ranked freelancers', 'x-concepts': ['schema:Person', 'schema:JobPosting'] });
export type Recommendation = z.infer<typeof recommendationSchema>;

export function proposedOf(candidate: Candidate, reason: string): Proposed {
  const { person, score, travelMinutes } = candidate;
  const { id, name, email, title, city, rate, availableFrom } = person;
  return { id, name, email, title, city, travelMinutes, rate, availableFrom, score, reason };
}

/** The reason for a person, from the numbers. */
export function reasonFor({ person, travelMinutes, daysLate }: Candidate, brief: Brief): string {
  const own = person.skills.filter((skill) => brief.skills.some(({ name }) => name === skill.name));
  const skills = own.map(({ name, level, years }) => `${name} ${level}, ${years} y`).join('; ');
  const travel =
    travelMinutes === null
      ? 'works remotely'
      : `${travelMinutes} min to ${brief.location?.city ?? 'the office'}`;
  const free = daysLate === 0 ? 'free in time' : `free ${daysLate} days late`;
  return `${skills}; ${travel}; ${person.rate} EUR; ${free}; rated ${person.rating.toFixed(1)} over ${person.jobsDone} jobs`;
}
