import type { AnsweredBy } from '@countersign/api/origin';
import type { DeliveryMethod, Prompt } from '@countersign/api/prompt';

/** What determines how an answer is delivered: how the question is answered, the run that asked, and its agent. */
export interface AskedBy {
  answeredBy: AnsweredBy;
  /** Its state in the store; null = the run is unknown. */
  runStatus: string | null;
  /** Epoch ms; null = it has not ended. */
  runEnded: number | null;
  /** Null = the agent is not in the registry. */
  agent: { takesFeedback: boolean } | null;
}

/** How an answer would be delivered now. */
export function deliveryMethodOf({
  answeredBy,
  runStatus,
  runEnded,
  agent,
}: AskedBy): DeliveryMethod {
  if (answeredBy === 'asker') return { by: 'asker', run: null };
  const run = runStateOf(runStatus, runEnded);
  if (agent === null) return { by: 'none', run };
  // A question that did not come in UpFormat is answered by a new run, even if the agent offers another way.
  const isReceived = run === 'open' && answeredBy === 'message' && agent.takesFeedback;
  return { by: isReceived ? 'feedback' : 'run', run };
}

function runStateOf(status: string | null, ended: number | null): DeliveryMethod['run'] {
  if (ended === null && status !== null) return 'open';
  // Closing the stream was a request to stop it.
  if (status === 'stopped' || status === 'cancelled' || status === 'cut-off') return 'stopped';
  return status === 'finished' || status === 'failed' ? status : 'lost';
}

/**
 * Whether the server may answer automatically (a default at its deadline or at the last escalation step): a failed run is not
 * restarted without an operator.
 */
export const mayActAlone = ({ way }: Pick<Prompt, 'way'>): boolean =>
  way === null || (way.by !== 'none' && way.run !== 'failed' && way.run !== 'stopped');

/** Whether no answer can be delivered. */
export const isUnanswerable = ({ way }: Pick<Prompt, 'way'>): boolean => way?.by === 'none';

/**
 * Whether a person may end a prompt without an answer: nothing can receive one, or the last one came back. An agent that refuses
 * every answer leaves no question that stays for ever.
 */
export const isDismissable = (prompt: Pick<Prompt, 'way' | 'returned'>): boolean =>
  isUnanswerable(prompt) || prompt.returned !== null;
