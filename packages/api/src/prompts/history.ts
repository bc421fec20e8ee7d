import { z } from 'zod';

/**
 * When a task's events came: pairs of sequence and time of receipt (epoch ms), spread evenly over the sequence, the first
 * and the last event included.
 */
export const timesSchema = z.object({
  /** Sequence of the last event; 0 = none. */
  sequence: z.number().int(),
  points: z.array(z.tuple([z.number().int(), z.number()])),
});
export type Times = z.infer<typeof timesSchema>;

/** One event that changed a place of the shared document. A missing value = the place did not exist. */
export const blamedWriteSchema = z.object({
  sequence: z.number().int(),
  agentId: z.string(),
  /** Time of receipt, epoch ms. */
  at: z.number(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** A value was left out because it was too long. */
  cut: z.boolean().optional(),
});
export type BlamedWrite = z.infer<typeof blamedWriteSchema>;

/** Who wrote one place of the shared document, oldest first, at most the newest hundred. */
export const blameSchema = z.object({
  pointer: z.string(),
  /** Up to this sequence. */
  at: z.number().int(),
  writes: z.array(blamedWriteSchema),
  /** How many there were, with those left out. */
  total: z.number().int(),
});
export type Blame = z.infer<typeof blameSchema>;

/** Body of `POST /api/tasks/{id}/restart`: a new run with the history up to `at` and an optional message. */
export const createRestartSchema = z.object({
  at: z.number().int().min(1),
  message: z.string().trim().min(1).max(100_000).optional(),
  idempotencyKey: z.string().min(8).max(200).optional(),
});
export type CreateRestart = z.infer<typeof createRestartSchema>;
export const restartSchema = z.object({
  runId: z.string(),
  /** The run that was active at that position. */
  parentRunId: z.string().nullable(),
});
