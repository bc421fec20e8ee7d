import type { RunAgentInput } from '@countersign/hai/run-input';
import type { JsonObject } from '@countersign/json/json-object';
import { memberOf } from '@countersign/json/json-object';
import { type RunMessage, runMessageOf } from '../a2a/run-message.ts';

/** The input of a run for an ACP agent. `taskId`: the run of the agent that it resumes. */
export type AcpMessage = Pick<RunMessage, 'parts' | 'taskId' | 'answered'>;

/** Where a run keeps it. */
export const propsOf = (props: RunMessage): JsonObject => ({ acp: props });

/** The input of a run; for the first run of a task, the message of the person and the structured input. */
export const acpMessageOf = (input: RunAgentInput): AcpMessage =>
  runMessageOf({ ...input, forwardedProps: keptIn(input.forwardedProps) });

/** It is kept in the form that messages of A2A have. */
function keptIn(forwardedProps: RunAgentInput['forwardedProps']): RunAgentInput['forwardedProps'] {
  const kept = memberOf(forwardedProps, 'acp');
  return kept === undefined ? forwardedProps : { a2a: kept };
}
