import { z } from 'zod';

/**
 * Whether the store takes writes, as `/health` and `event: store` of the stream tell it. While it does not, agents wait
 * with what they have to say, commands are refused, and nothing is lost.
 */
export const storeStateSchema = z.object({
  /** Epoch ms on the server's clock; null = it takes writes. */
  notWritableSince: z.number().nullable(),
  /** `locked`: another program holds the database. `full`: the disk is full. `failing`: the disk refuses. */
  reason: z.enum(['locked', 'full', 'failing']).nullable(),
});
export type StoreState = z.infer<typeof storeStateSchema>;
