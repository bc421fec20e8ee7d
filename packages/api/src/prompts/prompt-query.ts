import { severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { promptStateSchema } from '../prompt.ts';
import { maxIds } from './queue.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Query of `GET /api/prompts`. */
export const promptQuerySchema = z.object({
  state: promptStateSchema.optional(),
  blocking: flag.optional(),
  agent: z.string().optional(),
  task: z.string().optional(),
  severity: severitySchema.optional(),
  /** Snoozed. */
  snoozed: flag.optional(),
  /** Prompts that ask the same about other data. */
  classKey: z.string().optional(),
  /** Id of the operator who has claimed it; empty = unclaimed. */
  claimedBy: z.string().optional(),
  /** Closed after this moment, epoch ms. */
  closedAfter: z.coerce.number<number>().optional(),
  /** Whether its default, or its escalation, decided it. */
  defaulted: flag.optional(),
  /** Whether an operator had it open. */
  seen: flag.optional(),
  /** Newest first, by the time of asking or of closing; by the latter, open prompts are left out. */
  order: z.enum(['opened', 'closed']).optional(),
  q: z.string().max(200).optional(),
  /** Only these ids, separated by commas. */
  ids: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.string()).max(maxIds))
    .optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number<number>().int().min(1).max(500).default(100),
});
export type PromptQuery = z.infer<typeof promptQuerySchema>;
