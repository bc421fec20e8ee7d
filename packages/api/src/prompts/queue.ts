import { severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { originNameSchema } from '../origin.ts';
import { ruleConditionSchema } from '../rule.ts';
import { pageOf } from '../shapes/page.ts';
import { statedIssue } from '../statements/stated-issue.ts';
import { promptRowSchema } from './wire-row.ts';

/** Maximum number of ids in a request. */
export const maxIds = 200;

const listed = z
  .string()
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.string()).max(maxIds));

const readCondition = (text: string, context: z.RefinementCtx) => {
  try {
    return ruleConditionSchema.parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      ...statedIssue('This is no condition in JSON.', { code: 'request.no-condition' }),
    });
    return z.NEVER;
  }
};

/**
 * The filter of a queue, as in an address. Absent members do not filter; snoozed prompts are excluded unless requested.
 */
export const queueFilterSchema = z.object({
  /** Words, all of which must be in ask, agent, task or tool; or the id of a prompt or of what asked. */
  q: z.string().max(200).optional(),
  agent: z.string().optional(),
  task: z.string().optional(),
  kind: z.enum(['blocking', 'followup']).optional(),
  severity: severitySchema.optional(),
  /** Whose turn it is, relative to the requesting operator. */
  turn: z.enum(['mine', 'held', 'free', 'others']).optional(),
  /** `any`: includes snoozed prompts. */
  snoozed: z.enum(['only', 'any']).optional(),
  /** Its deadline is within the next hour. */
  due: z.enum(['hour']).optional(),
  /** Name of an origin: `ag-ui/interrupt`. */
  origin: originNameSchema.optional(),
  class: z.string().optional(),
  /** A condition on the whole message, as rules have them, in JSON; its path leads to one place. */
  condition: z.string().max(4_000).transform(readCondition).optional(),
});
export type QueueFilter = z.infer<typeof queueFilterSchema>;

/** Query of `GET /api/queue`. */
export const queueQuerySchema = queueFilterSchema.extend({
  /**
   * Closed prompts instead of open ones, the latest first: answered; answered by a default without having been seen; or closed in any
   * way.
   */
  show: z.enum(['answered', 'unseen', 'closed']).optional(),
  /** For closed prompts: closed after this time, epoch ms. */
  closedAfter: z.coerce.number<number>().optional(),
  /** Only these prompts, in any state. */
  ids: listed.optional(),
  cursor: z.string().max(4_000).optional(),
  limit: z.coerce.number<number>().int().min(1).max(maxIds).default(maxIds),
});
export type QueueQuery = z.infer<typeof queueQuerySchema>;

/** Answer of `GET /api/queue`. */
export const queuePageSchema = pageOf(promptRowSchema);

/** Answer of `GET /api/queue/counts`: how many prompts are open within a filter. */
export const queueCountsSchema = z.object({
  blocking: z.number().int(),
  followup: z.number().int(),
  /** Of those that block: not snoozed. */
  waiting: z.number().int(),
  /** Of the blocking ones: assigned to the requesting operator, and not seen by anyone. */
  unseen: z.number().int(),
  critical: z.number().int(),
  mine: z.number().int(),
  due: z.number().int(),
  /** Snoozed; otherwise counted only in `blocking` and `followup`, and only if the filter includes them. */
  snoozed: z.number().int(),
});
export type QueueCounts = z.infer<typeof queueCountsSchema>;

/** From so many equal questions on the queue shows one row by itself. */
export const groupedFrom = 5;

/** Answer of `GET /api/queue/groups`: how many open prompts ask the same about other data, for every class with enough of them. */
export const queueGroupsSchema = z.object({
  groups: z.array(
    z.object({
      /** As in a row of the queue: the beginning of the key. */
      classKey: z.string(),
      open: z.number().int(),
      critical: z.number().int(),
    }),
  ),
});
export type QueueGroup = z.infer<typeof queueGroupsSchema>['groups'][number];

/** The maximum number of agents and tasks listed, those with the most open prompts. */
export const maxQueueValues = 500;

/** Answer of `GET /api/queue/values`: what the open prompts can be narrowed to, by name. */
export const queueValuesSchema = z.object({
  agents: z.array(z.object({ id: z.string(), name: z.string(), open: z.number().int() })),
  tasks: z.array(z.object({ id: z.string(), title: z.string(), open: z.number().int() })),
});
export type QueueValues = z.infer<typeof queueValuesSchema>;
