import { isOutsideSchema, keepExactAt } from '../keep-exact.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import { a2aAsks } from './asks.ts';
import { cancelTask, statusOfTask } from './control.ts';
import { createA2aDecoder } from './decoder.ts';
import { endpointOf } from './endpoint.ts';
import { a2aFraming, taskIdOf } from './framing.ts';
import { introduce } from './introduce.ts';
import { nextMessage } from './next-message.ts';
import { authOrigin, inputOrigin } from './origins.ts';
import { followRequest, sendRequest } from './requests.ts';
import { runMessageOf } from './run-message.ts';

/** Numbers in data parts are shown to a person and may be sent back. */
const isData = (path: readonly string[]): boolean => path.includes('data') && isOutsideSchema(path);

/** A2A 1.0 and 0.3, over JSON-RPC or HTTP+JSON: tasks with states, messages and artifacts. */
export const a2aProtocol: AgentProtocol = {
  id: 'a2a',
  // An agent may recognise the id of a message, and need not.
  startsOnce: true,
  continuesSilently: true,
  describe: () => ({
    name: 'A2A',
    about:
      'Tasks of the Agent2Agent protocol; questions are tasks that require input, answered by their next message.',
    fields: [],
    origins: [inputOrigin, authOrigin],
    attachments: ['text', 'file'],
    controls: [],
  }),
  detect: (frame) =>
    /"(?:TASK_STATE_[A-Z_]+|artifactUpdate|statusUpdate|status-update|artifact-update)"/.test(
      frame.slice(0, 20_000),
    ),
  capabilities: () => ({ actions: ['stop', 'status'], answers: false }),
  introduce,
  start: (agent, input, callback) => sendRequest(endpointOf(agent), runMessageOf(input), callback),
  rejoin(agent, input, lastEventId) {
    const taskId = taskIdOf(lastEventId) ?? runMessageOf(input).taskId;
    return taskId === null ? null : followRequest(endpointOf(agent), taskId);
  },
  namesTask: (input) => runMessageOf(input).taskId !== null,
  read: (options) => ({
    framing: a2aFraming,
    exact: ({ data }) => keepExactAt(data, isData),
    decoder: createA2aDecoder(options),
    asks: a2aAsks(options),
  }),
  // An A2A task that works takes no answers: they go with its next message.
  answer: () => null,
  resume: nextMessage,
  control: cancelTask,
  status: statusOfTask,
};
