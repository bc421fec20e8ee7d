import { z } from 'zod';

export const skillLevelSchema = z.enum(['working', 'advanced', 'expert']);
export type SkillLevel = z.infer<typeof skillLevelSchema>;

/** One person of the pool. `rate` in EUR per hour, `lat`/`lon` in degrees, `rating` of 5. */
export const freelancerSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  city: z.string(),
  country: z.string().length(2),
  lat: z.number(),
  lon: z.number(),
  skills: z.array(z.object({ name: z.string(), level: skillLevelSchema, years: z.number() })),
  rate: z.number(),
  currency: z.literal('EUR'),
  availableFrom: z.iso.date(),
  languages: z.array(z.string()),
  rating: z.number(),
  jobsDone: z.number().int(),
  email: z.email(),
  bio: z.string(),
});
export type Freelancer = z.infer<typeof freelancerSchema>;
