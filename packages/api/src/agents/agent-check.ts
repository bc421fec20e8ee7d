import { z } from 'zod';
import { statementSchema } from '../statements/statement.ts';

/** Body of `POST /api/agents/{id}/check`. */
export const checkAgentSchema = z.strictObject({
  /** Starts each run; it should make the agent ask. */
  message: z.string().trim().min(1).max(10_000).default('Hello'),
  /** The tool of an MCP server to call; default one that says that it only reads. */
  tool: z.string().trim().min(1).max(200).optional(),
  /** A structured input, for agents that take one; of a tool, its arguments. */
  input: z.record(z.string(), z.unknown()).optional(),
});

export type CheckRequest = z.input<typeof checkAgentSchema>;

/** One finding of a check; its texts are English, with the same as data. */
export const checkFindingSchema = z.object({
  /** `area.check`. */
  id: z.string(),
  /** `skip`: it could not be checked, or does not apply. */
  verdict: z.enum(['pass', 'warn', 'fail', 'skip']),
  title: z.string(),
  /** What was seen; empty = nothing to say. */
  detail: z.string(),
  /** What to do; empty = nothing. */
  advice: z.string(),
  /** Relative to `docs/protocol`. */
  page: z.string(),
  statements: z.object({
    title: statementSchema,
    detail: statementSchema.optional(),
    advice: statementSchema.optional(),
  }),
});
export type CheckFinding = z.infer<typeof checkFindingSchema>;

/** The whole report of a check, with all findings. */
export const checkReportSchema = z.object({
  agent: z.object({ id: z.string(), name: z.string(), url: z.string() }),
  /** ISO 8601. */
  checkedAt: z.string(),
  /** `hai`, `ag-ui`, `a2a`, `mcp`, or a protocol that is not checked; null = unknown. */
  speaks: z.string().nullable(),
  /** Runs that were started. */
  runs: z.number().int(),
  findings: z.array(checkFindingSchema),
});
export type CheckReport = z.infer<typeof checkReportSchema>;

/** One line of the response: a finding as it is made, and at the end the report. */
export const checkLineSchema = z.union([
  z.object({ finding: checkFindingSchema }),
  z.object({ report: checkReportSchema }),
]);
export type CheckLine = z.infer<typeof checkLineSchema>;
