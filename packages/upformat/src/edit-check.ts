import { z } from 'zod';

/** `error`: the agent would not take the value. `warning`: it would, and says what speaks against it. */
export const checkSeveritySchema = z.enum(['error', 'warning']);
export type CheckSeverity = z.infer<typeof checkSeveritySchema>;

/** What an agent says about one place of an edited value; `path` is a JSON Pointer into it, '' = the whole. */
export const checkFaultSchema = z.object({
  path: z.string(),
  message: z.string(),
  severity: checkSeveritySchema,
});
export type CheckFault = z.infer<typeof checkFaultSchema>;

/** A Gen UI part beside what is proposed: a map, a chart, a table (HAI section 4). */
export const figureSchema = z.looseObject({ type: z.string() });
export type Figure = z.infer<typeof figureSchema>;

/** Body of `POST <upPrompt.check.endpoint>`: the value as an edit would bring it, and where its question was asked. */
export const checkRequestSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  messageId: z.string(),
  value: z.unknown(),
});
export type CheckRequest = z.infer<typeof checkRequestSchema>;

/** What the agent answers with. No faults = nothing speaks against the value. */
export interface CheckReply {
  faults?: readonly {
    path?: string;
    message: string;
    /** Without it, a warning: an agent that wants to refuse a value says so. */
    severity?: CheckSeverity;
  }[];
  /** In place of those beside the question; absent = they still hold. */
  outputs?: readonly Figure[];
}
