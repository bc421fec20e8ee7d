import { z } from 'zod';

/**
 * Parts of the store besides tasks and their events, each of which the server can go on without: what stood in a part that cannot
 * be read is missed, and nothing else.
 */
export const storePartSchema = z.enum([
  'rules',
  'policies',
  'webhooks',
  'calls',
  'prompts',
  'claims',
  'drafts',
  'sessions',
  'contacts',
  'dismissed-tools',
  'states',
  'runs',
  'controls',
  'outbox',
  'time',
]);
export type StorePart = z.infer<typeof storePartSchema>;

/**
 * Whether the store takes writes, as `/health` and `event: store` of the stream tell it. While it does not, agents wait
 * with what they have to say, commands are refused, and nothing is lost.
 */
export const storeStateSchema = z.object({
  /** Epoch ms on the server's clock; null = it takes writes. */
  notWritableSince: z.number().nullable(),
  /** `locked`: another program holds the database. `full`: the disk is full. `failing`: the disk refuses. */
  reason: z.enum(['locked', 'full', 'failing']).nullable(),
  /** Parts in which something could not be read, because a page of the database is damaged; absent = none was met. */
  damaged: z.array(storePartSchema).optional(),
});
export type StoreState = z.infer<typeof storeStateSchema>;
