import { continuingRun } from '../continuing-run.ts';
import { describedControl } from '../control/described-control.ts';
import { runControlMethods } from '../control/run-controls.ts';
import { protocolOfFrame } from '../frame-protocol.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import { sseReading, sseRequest, sseRequestAgain } from '../sse-reading.ts';
import { toolCallOrigin } from '../tool-call-origin.ts';
import { readCapabilities } from './capabilities.ts';
import { interruptOrigin } from './origins.ts';
import { toAgUiRunInput } from './run-input.ts';

/** AG-UI 1.0: events over HTTP and SSE, questions as interrupts and as calls without a result. */
export const agUiProtocol: AgentProtocol = {
  id: 'ag-ui',
  describe: () => ({
    name: 'AG-UI',
    about: 'Events over HTTP and SSE; questions end the run and are answered by a new one.',
    fields: ['feedback', 'control', 'tools'],
    origins: [interruptOrigin, toolCallOrigin],
    attachments: ['text', 'file'],
    controls: runControlMethods.map(({ description }) => description),
  }),
  detect: (frame) => protocolOfFrame(frame) === 'ag-ui',
  ...describedControl,
  describeAgent: readCapabilities,
  resume: continuingRun,
  start: ({ url }, input) => sseRequest(url, toAgUiRunInput(input)),
  rejoin: ({ url }, input, lastEventId) => sseRequestAgain(url, toAgUiRunInput(input), lastEventId),
  read: (options) => sseReading({ ...options, undeclared: true }),
};
