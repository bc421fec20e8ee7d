import { constants, deflateRawSync } from 'node:zlib';

/** Below this, compression saves less than it costs. */
const minBytes = 512;
/** The header of a gzip member: no name, no time, of any system (RFC 1952, 2.3). It begins a compressed stream. */
export const gzipHeader: Buffer = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** As long as a buffer is used for a reader, so is its compressed form, for all readers of it. */
const compressed = new WeakMap<Buffer, Buffer>();

/** A block that is not compressed: its type, its length, and the length inverted (RFC 1951, 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  const block = Buffer.allocUnsafe(5 + bytes.length);
  block[0] = 0;
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(bytes.length ^ 0xffff, 3);
  bytes.copy(block, 5);
  return block;
}

/**
 * A piece of a stream as complete blocks of deflate, which end at a byte and refer to nothing before them. So the same blocks are
 * valid at any place of any compressed stream, and a buffer for a thousand readers is compressed once. A stream is never completed:
 * it has no checksum, and ends with its connection.
 */
export function gzipBlocks(chunk: Buffer | string): Buffer {
  const known = typeof chunk === 'string' ? undefined : compressed.get(chunk);
  if (known !== undefined) return known;
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  const blocks =
    bytes.length < minBytes
      ? storedBlock(bytes)
      : deflateRawSync(bytes, {
          level: constants.Z_BEST_SPEED,
          finishFlush: constants.Z_SYNC_FLUSH,
        });
  if (typeof chunk !== 'string') compressed.set(chunk, blocks);
  return blocks;
}
