import type { Task } from '@countersign/api/task';
import type { Thread } from '@countersign/thread/thread';

/** The effect of an operator's message on open questions. */
export interface OpenQuestionNote {
  promptId: string;
  /** `blocks`: the agent accepts nothing else. `passed-by`: the run started by a message is informed that they were not answered. */
  kind: 'blocks' | 'passed-by';
  count: number;
}

/** Null = nothing: a message reaches the run that asks, or nothing is open that a new run would be informed of. */
export function openQuestionNote(
  { prompts }: Thread,
  to: Task['can']['message'],
): OpenQuestionNote | null {
  if (to === 'running') return null;
  const open = Object.values(prompts)
    .filter(({ state }) => state === 'open')
    .toSorted((one, other) => one.sequence - other.sequence);
  // What waits for the next run waits for answers too.
  const interrupts = open.filter(
    ({ origin }) => to === 'new-run' && origin.answeredBy === 'resume',
  );
  const calls = open.filter(({ origin }) => origin.answeredBy === 'result');
  const [kind, asked] =
    interrupts.length > 0 ? (['blocks', interrupts] as const) : (['passed-by', calls] as const);
  const [first] = asked;
  return first === undefined ? null : { promptId: first.id, kind, count: asked.length };
}
