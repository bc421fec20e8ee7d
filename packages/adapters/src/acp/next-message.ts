import type { RunAgentInput } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import { messageOf } from '../a2a/next-message.ts';
import { textOf } from '../a2a/values.ts';
import type { RunBase, RunContent } from '../protocol/continuation.ts';
import { placeIn } from './asks.ts';
import { propsOf } from './run-message.ts';

/** What resumes a run that waits; otherwise the input of a new run in the same session. */
export function nextMessage(base: RunBase, brings: RunContent): RunAgentInput {
  const { threadId, runId, messages, state, tools } = base;
  const left = memberOf(state, 'acp');
  const waits = textOf(left, 'status', 60) === 'awaiting';
  const said = messageOf(brings, placeIn);
  const { parts, answered, earlier } = said;
  return {
    threadId,
    runId,
    // Already known to the agent, except for the answer: used to recognise repetitions.
    messages: [...messages, ...earlier],
    tools: [...tools],
    context: [],
    forwardedProps: propsOf({
      ...{ parts, answered, messageId: said.messageId ?? runId, contextId: null, about: null },
      taskId: said.taskId ?? (waits ? textOf(left, 'runId', 1_000) : null),
    }),
    ...(state === undefined ? {} : { state }),
  };
}
