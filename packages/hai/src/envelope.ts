import { z } from 'zod';
import { eventSchema } from './event.ts';

/**
 * One journalled event as the server re-serves it (docs/protocol/server-stream.md).
 * `position` is the log-wide order, `sequence` is gap-free per thread from 1,
 * `receivedAt` is epoch milliseconds, `agentId` is the connection it came through
 * (`countersign` for the server's own facts, `operator:<id>` for what an operator wrote).
 */
export const envelopeSchema = z.object({
  position: z.number().int(),
  threadId: z.string(),
  runId: z.string().nullable(),
  sequence: z.number().int(),
  receivedAt: z.number(),
  agentId: z.string(),
  event: eventSchema,
});
export type Envelope = z.infer<typeof envelopeSchema>;
