import { memberOf } from '@countersign/json/json-object';
import { z } from 'zod';

/** Who calls what, and for what. It is in the context of the run, so it is kept, exported and aged with it. */
export const affordanceCallSchema = z.object({
  signifierId: z.string(),
  /** What the service said when the call was requested: nothing else is called. */
  sourceHash: z.string(),
  label: z.string(),
  artifactId: z.string(),
  /** The profile for which it was selected; null = an operator called it. */
  profile: z.string().nullable(),
  /** Id and name of the caller. */
  caller: z.string(),
  callerName: z.string(),
  /** The caller's own task here; null = it named none. */
  task: z.string().nullable(),
  /** Hash of the arguments: who repeats a call with its key must mean the same. */
  argumentsHash: z.string(),
  /** The digest of the request that an operator has seen and approved with the call; null = nobody has. */
  approved: z.string().nullable(),
});
export type AffordanceCall = z.infer<typeof affordanceCallSchema>;

const description = 'countersign.affordance-call';

/** The record as an entry of the context of a run. */
export const callEntry = (call: AffordanceCall): { description: string; value: string } => ({
  description,
  value: JSON.stringify(call),
});

/** The record in the input of a run; null = it is no call of a signifier. */
export function callIn(input: unknown): AffordanceCall | null {
  const context = memberOf(input, 'context');
  if (!Array.isArray(context)) return null;
  const entry = context.find((one) => memberOf(one, 'description') === description);
  const value = memberOf(entry, 'value');
  if (typeof value !== 'string') return null;
  try {
    const read = affordanceCallSchema.safeParse(JSON.parse(value));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
