import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';
import { say } from '@countersign/api/statements';
import { AgentFailure } from '../http/transport-errors.ts';

/** More than a legitimate stream expands: above this ratio, and past the allowance, it is a decompression bomb. */
const maxRatio = 200;
const allowedBytes = 64 * 1024 * 1024;

const unpackers: Record<string, () => Transform> = {
  gzip: () => createUnzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }),
  br: () =>
    createBrotliDecompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
};

/**
 * The decompressed body of a response, piece by piece as it arrives: what the agent flushed can be read at once. A body that is not
 * compressed is passed through. Throws `AgentFailure` for an unknown encoding.
 */
export function decompressed(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const name = encoding === 'x-gzip' || encoding === 'deflate' ? 'gzip' : encoding;
  const unpacker = Object.hasOwn(unpackers, name) ? unpackers[name]?.() : undefined;
  if (unpacker === undefined) {
    throw new AgentFailure('encoding', say('call.compression-unknown', { encoding }));
  }
  let packed = 0;
  let unpacked = 0;
  response.on('data', (chunk: Buffer) => {
    packed += chunk.length;
  });
  const cap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacked += chunk.length;
      const bomb = unpacked > allowedBytes + packed * maxRatio;
      if (!bomb) done(null, chunk);
      else done(new AgentFailure('encoding', say('call.compression-endless')));
    },
  });
  // The reader of `cap` receives every failure: errors in earlier stages are passed on by the pipeline.
  pipeline(response, unpacker, cap, () => {});
  return cap;
}
