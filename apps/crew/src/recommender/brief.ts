import { z } from 'zod';
import { skillLevelSchema } from '../freelancers/freelancer.ts';

/** How much of the work is done remotely; `hybrid-2` = two days a week on site. */
export const remoteShares = [
  { const: 'on-site', title: 'On site, every day', daysOnSite: 5 },
  { const: 'hybrid-3', title: 'Hybrid, 3 days on site', daysOnSite: 3 },
  { const: 'hybrid-2', title: 'Hybrid, 2 days on site', daysOnSite: 2 },
  { const: 'hybrid-1', title: 'Hybrid, 1 day on site', daysOnSite: 1 },
  { const: 'remote', title: 'Fully remote', daysOnSite: 0 },
] as const;
export const remoteShareSchema = z.enum(['on-site', 'hybrid-3', 'hybrid-2', 'hybrid-1', 'remote']);
export type RemoteShare = z.infer<typeof remoteShareSchema>;

/** The known requirements; null = not given. Rates in EUR per hour, dates as `YYYY-MM-DD`. */
export const briefSchema = z.object({
  role: z.string(),
  seniority: z.enum(['junior', 'senior']).nullable(),
  skills: z.array(z.object({ name: z.string(), level: skillLevelSchema, years: z.number() })),
  location: z.object({ country: z.string(), city: z.string(), postalCode: z.string() }).nullable(),
  remote: remoteShareSchema.nullable(),
  startDate: z.string().nullable(),
  minRate: z.number().nullable(),
  maxRate: z.number().nullable(),
  /** How many people to invite. */
  count: z.number().int(),
  /** Only people who live in this city. */
  onlyCity: z.string().nullable(),
  /** People who are excluded, by id. */
  without: z.array(z.string()),
  /** Languages everyone must speak. */
  languages: z.array(z.string()),
});
export type Brief = z.infer<typeof briefSchema>;

/** Days a week on site; unknown is treated as every day. */
export function daysOnSite(brief: Brief): number {
  return remoteShares.find((share) => share.const === brief.remote)?.daysOnSite ?? 5;
}

/** Required parts of the brief that are missing. */
export function missingFrom(brief: Brief): ('location' | 'skills')[] {
  const missing: ('location' | 'skills')[] = [];
  if (brief.location === null && brief.remote !== 'remote') missing.push('location');
  if (brief.skills.length === 0) missing.push('skills');
  return missing;
}
