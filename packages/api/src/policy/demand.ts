import { z } from 'zod';

/** Who may never decide: `asker` is who called through the gateway, `starter` who started the task. */
export const excludedSchema = z.enum(['asker', 'starter']);

/** What the line of the policy that fits a question requires of its decision. */
export const demandSchema = z.object({
  /** The line, and the version of the table it was read in. */
  line: z.object({ id: z.string(), name: z.string(), version: z.number().int() }),
  /** `never`: no approval unlocks it. `itself`: the line answers. */
  then: z.enum(['never', 'ask', 'itself']),
  /** Only its members decide; null = anyone who may answer. */
  group: z.string().nullable(),
  /** Only these decide; null = no such limit. */
  people: z.array(z.string()).nullable(),
  /** How many persons must say yes to the same. */
  approvals: z.number().int().min(1).max(5),
  exclude: z.array(excludedSchema),
});
export type Demand = z.infer<typeof demandSchema>;

/** A yes of one person to a question that needs several. Times are epoch ms. */
export const voteSchema = z.object({
  id: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  /** Of what was shown. */
  digest: z.string(),
  /** Of what would be sent: an edit is another value. */
  value: z.string(),
  at: z.number(),
});
export type Vote = z.infer<typeof voteSchema>;
