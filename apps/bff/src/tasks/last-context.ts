import { runAgentInputSchema } from '@countersign/hai/run-input';

/** The context that a run was started with, from its stored input; an unreadable one counts as empty. */
export function lastContext(input: string | undefined): readonly unknown[] {
  if (input === undefined) return [];
  try {
    return runAgentInputSchema.pick({ context: true }).parse(JSON.parse(input)).context ?? [];
  } catch {
    return [];
  }
}
