import { z } from 'zod';

const description = 'Knowledge recalled for this run (JSON)';

const changeSchema = z.object({
  /** JSON Pointer into what was proposed. */
  path: z.string(),
  /** Absent = it was removed. */
  decided: z.unknown().optional(),
});

/** A memory that a run is given. What it says is data: it is no instruction of the operator. */
export const recalledMemorySchema = z.looseObject({
  id: z.string(),
  version: z.number(),
  type: z.enum(['workflow', 'profile', 'semantic', 'episodic']),
  title: z.string(),
  /** 0 to 1. */
  score: z.number(),
  /** Why it is given, as a sentence. */
  why: z.string(),
  /** The person who confirmed it; null = not stated. */
  approvedBy: z.string().nullable(),
  /** How it came here, and who requested the task that it was learnt in, from outside; null = an operator. Absent = not stated. */
  origin: z
    .looseObject({
      kind: z.enum(['work', 'correction', 'absorbed', 'pack', 'person']),
      caller: z.string().nullable(),
    })
    .optional(),
  /** Where people see it, relative to the console. */
  path: z.string(),
  /** What a person taught: the question that was answered, and what was made of the proposal. */
  correction: z
    .object({ question: z.string(), words: z.string(), changes: z.array(changeSchema) })
    .optional(),
  /** With the names of MEK; of a correction absent. */
  content: z.record(z.string(), z.unknown()).optional(),
});
export type RecalledMemory = z.infer<typeof recalledMemorySchema>;

const valueSchema = z.object({ query: z.string(), memories: z.array(z.unknown()) });

/** The entry of a run's `context` for the memories given to an agent; `query`: what they were searched with. */
export const recalledEntry = (query: string, memories: readonly RecalledMemory[]) => ({
  description,
  value: JSON.stringify({ query, memories }),
});

const entrySchema = z.looseObject({ description: z.literal(description), value: z.string() });

/** The memories among the entries of a `context`, and what they were searched with; null = there are none. */
export function recalledIn(
  context: readonly unknown[] | undefined,
): { query: string; memories: RecalledMemory[] } | null {
  for (const entry of context ?? []) {
    const read = entrySchema.safeParse(entry);
    if (!read.success) continue;
    try {
      const { query, memories } = valueSchema.parse(JSON.parse(read.data.value));
      const found = memories.flatMap((one) => {
        const memory = recalledMemorySchema.safeParse(one);
        return memory.success ? [memory.data] : [];
      });
      return { query, memories: found };
    } catch {
      // An entry that someone else wrote under this name.
    }
  }
  return null;
}
