import { controlWays } from '../control/control-ways.ts';
import { describedControl } from '../control/described-control.ts';
import { goingOnRun } from '../going-on-run.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import { protocolOfFrame } from '../spoken-protocol.ts';
import { sseReading, sseRequest, sseRequestAgain } from '../sse-reading.ts';
import { buttonOrigin, formOrigin } from './origins.ts';

/** HAI 1.0: events over HTTP and SSE. */
export const haiProtocol: AgentProtocol = {
  id: 'hai',
  describe: () => ({
    name: 'HAI',
    about: 'Events over HTTP and SSE; questions in UpFormat, answered in the open run.',
    fields: ['feedback', 'control', 'tools'],
    origins: [buttonOrigin, formOrigin],
    controls: controlWays.map(({ description }) => description),
  }),
  detect: (frame) => protocolOfFrame(frame) === 'hai',
  ...describedControl,
  resume: goingOnRun,
  start: ({ url }, input) => sseRequest(url, input),
  rejoin: ({ url }, input, lastEventId) => sseRequestAgain(url, input, lastEventId),
  // Tools without a result are by design in HAI.
  read: (options) => sseReading({ ...options, undeclared: false }),
};
