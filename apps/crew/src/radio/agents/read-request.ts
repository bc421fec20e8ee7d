import { z } from 'zod';

/** The input of a task of the radio master: a form, or text. */
export const radioInputSchema = z.object({
  cell: z
    .string()
    .regex(/^[A-Z]{3}-\d{4}-[123]$/)
    .optional()
    .meta({
      title: 'Cell',
      description:
        'The one that got slower, like NTO-0437-2. Empty: the one with the newest alarm.',
    }),
  seed: z.number().int().min(0).max(1_000_000).optional().meta({
    title: 'Number of the network',
    description: 'Which network is generated. The same number gives the same figures.',
  }),
  refusal: z.boolean().optional().meta({
    title: 'A cell refuses',
    description: 'One cell does not take its new identity while it is changed.',
  }),
});

/** The same form for consoles that start tasks. */
export const radioInputForm = z.toJSONSchema(radioInputSchema, { target: 'draft-2020-12' });

export interface RadioRequest {
  cell: string | null;
  seed: number;
  refuses: boolean;
}

const defaultSeed = 20_261;

/** Reads a form, otherwise the text: a cell's name, `seed 7`, "refuses". */
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
