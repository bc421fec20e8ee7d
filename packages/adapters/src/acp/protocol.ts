import type { RunAgentInput } from '@countersign/hai/run-input';
import { memberOf } from '@countersign/json/json-object';
import { messageOf } from '../a2a/next-message.ts';
import { textOf } from '../a2a/values.ts';
import { keepExactAt } from '../keep-exact.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import type { RunBase, RunContent } from '../protocol/continuation.ts';
import { acpAsks, placeIn } from './asks.ts';
import { cancelRun, statusOfRun } from './control.ts';
import { createAcpDecoder } from './decoder.ts';
import { endpointOf } from './endpoint.ts';
import { acpFraming, runIdOf } from './framing.ts';
import { introduce } from './introduce.ts';
import { awaitingOrigin } from './origins.ts';
import { followRequest, runRequest } from './requests.ts';
import { acpMessageOf, propsOf } from './run-message.ts';

/** What resumes a run that waits; otherwise the input of a new run in the same session. */
function nextMessage(base: RunBase, brings: RunContent): RunAgentInput {
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

/** ACP 0.2.0 (Agent Communication Protocol), over HTTP: runs with a status, messages and parts. It is frozen. */
export const acpProtocol: AgentProtocol = {
  id: 'acp',
  // Neither a run nor an answer has an id by which an agent would recognise it.
  startsOnce: true,
  continuesSilently: true,
  describe: () => ({
    name: 'ACP',
    about:
      'Runs of the Agent Communication Protocol; questions are runs that await an answer, and are resumed with it.',
    fields: [],
    origins: [awaitingOrigin],
    attachments: ['text', 'file'],
    controls: [],
  }),
  detect: (frame) =>
    /"type"\s*:\s*"(?:run\.(?:created|in-progress|awaiting|completed|cancelled|failed)|message\.(?:created|part|completed))"/.test(
      frame.slice(0, 2_000),
    ),
  capabilities: () => ({ actions: ['stop', 'status'], answers: false }),
  introduce,
  start: (agent, input) => runRequest(endpointOf(agent), acpMessageOf(input), input.threadId),
  rejoin(agent, _input, lastEventId) {
    const runId = runIdOf(lastEventId);
    return runId === null ? null : followRequest(endpointOf(agent), runId);
  },
  read: (options) => ({
    framing: acpFraming,
    // The numbers of a question are in texts, which keep them; other numbers are only shown.
    exact: ({ data }) => keepExactAt(data, () => false),
    decoder: createAcpDecoder(options),
    asks: acpAsks(options),
  }),
  // A run that works takes no answers: they resume it when it waits.
  answer: () => null,
  resume: nextMessage,
  control: cancelRun,
  status: statusOfRun,
};
