import { z } from 'zod';

/** What a task of the radio master is started with: a form, or words. */
export const radioInputSchema = z.looseObject({
  cell: z
    .string()
    .regex(/^[A-Z]{3}-\d{4}-[123]$/)
    .optional()
    .describe('Cell that got slower, like NTO-0437-2; empty = the one with the newest alarm'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Which network is generated; the same number gives the same figures'),
  refusal: z.boolean().optional().describe('One cell refuses its new identity while it is changed'),
});

/** The form of the same for consoles that start tasks. */
export const radioInputForm = z.toJSONSchema(radioInputSchema, { target: 'draft-2020-12' });

export interface RadioRequest {
  cell: string | null;
  seed: number;
  refuses: boolean;
}

const defaultSeed = 20_261;

/** Reads a form, else the words: a cell's name, `seed 7`, "refuses". */
export function readRequest(input: unknown, words: string): RadioRequest {
  const form = radioInputSchema.safeParse(input);
  const given = form.success ? form.data : {};
  const named = /\b[A-Z]{3}-\d{4}-[123]\b/.exec(words)?.[0];
  const seed = /\bseed\s+(\d{1,6})\b/i.exec(words)?.[1];
  return {
    cell: given.cell ?? named ?? null,
    seed: given.seed ?? (seed === undefined ? defaultSeed : Number(seed)),
    refuses: given.refusal ?? /\brefus/i.test(words),
  };
}
