import type { RunAgentInput } from '@countersign/hai/run-input';
import type { InterruptedRuns } from './interrupted-runs.ts';
import { type Answered, type Refusal, readResume } from './resumption.ts';
import type { Run } from './run.ts';
import type { KnownRun, Runs } from './runs.ts';

/** What a new run on a thread does: new work (null), continuing interrupted work, repeating the same answers, or a refusal. */
export type Resuming =
  | null
  | { run: Run; answered: Answered[] }
  | { same: KnownRun }
  | { refusal: Refusal };

/** Answers in a comparable form: the same ones sent again have no second effect. */
export const answersIn = ({ resume }: RunAgentInput): string | null =>
  resume === undefined || resume.length === 0 ? null : JSON.stringify(resume);

/** Finds the work that the answers of a run belong to; changes nothing. */
export function resumingOf(
  input: RunAgentInput,
  { runs, interrupted }: { runs: Runs; interrupted: InterruptedRuns },
): Resuming {
  const { threadId, resume = [] } = input;
  const waiting = interrupted.of(threadId);
  const answers = answersIn(input);
  if (answers === null && waiting.length === 0) return null;
  const same = runs.of(threadId).find(({ took }) => took !== null && took === answers);
  if (same !== undefined) return { same };
  const named = JSON.stringify(resume);
  const asks = (run: Run) =>
    run.prompts.open().some(({ message }) => named.includes(JSON.stringify(message.messageId)));
  const run = waiting.find(asks) ?? waiting[0];
  if (run === undefined) {
    const message = 'Nothing waits for an answer on this thread.';
    return { refusal: { code: 'interrupt-unknown', message } };
  }
  const read = readResume(run, input);
  return 'refusal' in read ? read : { run, answered: read.answered };
}
