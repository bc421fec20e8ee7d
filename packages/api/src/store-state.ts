import { z } from 'zod';

/**
 * Parts of the store besides tasks and their events. The server can run without each of them: only the data of an unreadable
 * part is missing.
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
 * Whether the store can be written, as reported by `/health` and `event: store` of the stream. While it cannot, agents are held
 * back, commands are refused, and nothing is lost.
 */
export const storeStateSchema = z.object({
  /** Epoch ms on the server's clock; null = it is writable. */
  notWritableSince: z.number().nullable(),
  /**
   * `locked`: another program holds the database. `full`: the disk is full. `failing`: the disk refuses. `off`: this server is not to
   * act (`COUNTERSIGN_DUTY=off`). `elsewhere`: the store was copied or restored, and nobody has said that it is to act here.
   */
  reason: z.enum(['locked', 'full', 'failing', 'off', 'elsewhere']).nullable(),
  /** Parts in which something could not be read, because a page of the database is damaged; absent = none was found. */
  damaged: z.array(storePartSchema).optional(),
});
export type StoreState = z.infer<typeof storeStateSchema>;
