import { z } from 'zod';

/** `error`: the agent would not accept the value. `warning`: it would, with a reservation. */
export const checkSeveritySchema = z.enum(['error', 'warning']);
export type CheckSeverity = z.infer<typeof checkSeveritySchema>;

/** What an agent says about one place of an edited value; `path` is a JSON Pointer into it, '' = the whole. */
export const checkFaultSchema = z.object({
  path: z.string(),
  message: z.string(),
  severity: checkSeveritySchema,
});
export type CheckFault = z.infer<typeof checkFaultSchema>;

/** A Gen UI part shown next to the proposal: a map, a chart, a table (docs/protocol/events.md). */
export const figureSchema = z.looseObject({ type: z.string() });
export type Figure = z.infer<typeof figureSchema>;

/** Body of `POST <upPrompt.check.endpoint>`: the edited value, and where its question was asked. */
export const checkRequestSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  messageId: z.string(),
  value: z.unknown(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;

/** The agent's response. No faults = the value is accepted. */
export interface CheckReply {
  faults?: readonly {
    path?: string;
    message: string;
    /** Default: warning. An agent must refuse a value explicitly. */
    severity?: CheckSeverity;
  }[];
  /** Replaces the outputs of the question; absent = unchanged. */
  outputs?: readonly Figure[];
}
