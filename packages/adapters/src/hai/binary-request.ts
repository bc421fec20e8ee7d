import {
  type BinaryFormat,
  binaryMediaTypes,
  createBinaryBody,
} from '@countersign/hai/binary/binary-body';
import type { StreamRequest } from '../protocol/wire.ts';

const body = (format: BinaryFormat) =>
  [binaryMediaTypes[format], () => createBinaryBody({ format })] as const;

const bodies = new Map([body('msgpack'), body('protobuf')]);
const alsoAccepted = [...bodies.keys()].join(', ');

/** The same request, to which the agent may answer in a binary format instead. */
export const orBinary = (request: StreamRequest): StreamRequest => ({
  ...request,
  headers: { ...request.headers, accept: `${request.mediaType}, ${alsoAccepted}` },
  bodies,
});
