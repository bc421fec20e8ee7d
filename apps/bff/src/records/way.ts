import type { Prompt, PromptWay } from '@countersign/api/prompt';
import { commentAnswers } from '@countersign/upformat/answers';
import type { UpMessage } from '@countersign/upformat/message';

/** What decides on the way: the run that asked, and the agent behind it. */
export interface WayRow {
  origin: Prompt['origin'];
  run_status: string | null;
  run_ended: number | null;
  /** JSON; null = the agent is not in the registry. */
  descriptor: string | null;
}

/** How an answer would reach the agent now. */
export function wayOf(row: WayRow): PromptWay {
  const run = standing(row);
  if (row.descriptor === null) return { by: 'none', run };
  const { feedback } = JSON.parse(row.descriptor);
  // What is asked in other words than UpFormat's is answered by a new run, whatever else the agent offers.
  const isHeard = run === 'open' && row.origin === 'upformat' && feedback !== undefined;
  return { by: isHeard ? 'feedback' : 'run', run };
}

function standing({ run_status: status, run_ended: ended }: WayRow): PromptWay['run'] {
  if (ended === null && status !== null) return 'open';
  // Whoever had its stream closed wanted it stopped.
  if (status === 'stopped' || status === 'cut-off') return 'stopped';
  return status === 'finished' || status === 'failed' ? status : 'lost';
}

/**
 * Whether the server may answer by itself (a default at its deadline or at the end of the ladder): a run that failed is not
 * started again behind the operators' backs.
 */
export const mayActAlone = ({ way }: Prompt): boolean =>
  way === null || (way.by !== 'none' && way.run !== 'failed' && way.run !== 'stopped');

/** Whether a comment closes a prompt of this agent; everybody else's is only added. */
export const takesCommentsAsAnswers = (descriptor: string | null, message: UpMessage): boolean =>
  commentAnswers(
    message,
    descriptor !== null && JSON.parse(descriptor).commentsAreAnswers === true,
  );
