import { upThoughtSchema } from '@countersign/upformat/message';
import { z } from 'zod';

/** The structured output of a ranking, by rules or by a model (docs/protocol/message.md). */
export const proposalSchema = z.object({
  canProceed: z.boolean(),
  confidence: z.number().min(0).max(1),
  explanation: z.string().min(1),
  candidates: z.array(
    z.object({ id: z.string(), score: z.number().min(0).max(1), reason: z.string() }),
  ),
  upThought: upThoughtSchema
    .pick({ reasoning: true, questions: true, assumptions: true, alternatives: true })
    .optional(),
});
export type Proposal = z.infer<typeof proposalSchema>;

type Checked =
  | { ok: true; value: Proposal }
  | { ok: false; errors: { path: string; message: string }[] };

/** Checks the schema, and that each person is one of the candidates and listed once. */
export function checkProposal(value: unknown, allowedIds: ReadonlySet<string>): Checked {
  const parsed = proposalSchema.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({
      path: path.map((part) => `/${String(part)}`).join(''),
      message,
    }));
    return { ok: false, errors };
  }
  const seen = new Set<string>();
  const errors = parsed.data.candidates.flatMap(({ id }, at) => {
    const path = `/candidates/${at}/id`;
    if (!allowedIds.has(id)) return [{ path, message: `${id} is not one of the given people` }];
    if (seen.has(id)) return [{ path, message: `${id} is named twice` }];
    seen.add(id);
    return [];
  });
  if (parsed.data.canProceed && parsed.data.candidates.length === 0) {
    errors.push({ path: '/candidates', message: 'nobody is proposed although canProceed is true' });
  }
  return errors.length === 0 ? { ok: true, value: parsed.data } : { ok: false, errors };
}
