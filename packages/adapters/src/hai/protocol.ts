import {
  type BinaryFormat,
  binaryMediaTypes,
  createBinaryBody,
} from '@countersign/hai/binary/binary-body';
import { continuingRun } from '../continuing-run.ts';
import { describedControl } from '../control/described-control.ts';
import { runControlMethods } from '../control/run-controls.ts';
import { protocolOfFrame } from '../frame-protocol.ts';
import type { AgentProtocol } from '../protocol/agent-protocol.ts';
import type { StreamRequest } from '../protocol/wire.ts';
import { sseReading, sseRequest, sseRequestAgain } from '../sse-reading.ts';
import { buttonOrigin, formOrigin } from './origins.ts';

const body = (format: BinaryFormat) =>
  [binaryMediaTypes[format], () => createBinaryBody({ format })] as const;

const bodies = new Map([body('msgpack'), body('protobuf')]);
const alsoAccepted = [...bodies.keys()].join(', ');

/** The same request, to which the agent may answer in a binary format instead. */
const orBinary = (request: StreamRequest): StreamRequest => ({
  ...request,
  headers: { ...request.headers, accept: `${request.mediaType}, ${alsoAccepted}` },
  bodies,
});

/** HAI 1.0: events over HTTP, as SSE or in a binary format. */
export const haiProtocol: AgentProtocol = {
  id: 'hai',
  describe: () => ({
    name: 'HAI',
    about: 'Events over HTTP and SSE; questions in UpFormat, answered in the open run.',
    fields: ['feedback', 'control', 'tools'],
    origins: [buttonOrigin, formOrigin],
    attachments: ['text', 'file'],
    controls: runControlMethods.map(({ description }) => description),
  }),
  detect: (frame) => protocolOfFrame(frame) === 'hai',
  ...describedControl,
  resume: continuingRun,
  start: ({ url }, input) => orBinary(sseRequest(url, input)),
  rejoin: ({ url }, input, lastEventId) => orBinary(sseRequestAgain(url, input, lastEventId)),
  // Tools without a result are by design in HAI.
  read: (options) => sseReading({ ...options, undeclared: false }),
};
