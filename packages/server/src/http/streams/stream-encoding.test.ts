import { constants, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipBlocks, gzipHeader } from './stream-encoding.ts';

/** A stream that is not completed yet, as far as it can be read. */
const read = (pieces: readonly Buffer[]) =>
  gunzipSync(Buffer.concat([gzipHeader, ...pieces]), {
    finishFlush: constants.Z_SYNC_FLUSH,
  }).toString();

const text = fc.string({ unit: 'binary', maxLength: 2_000 });

it('is the text again, after each piece, in whatever order the pieces are sent', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const blocks = texts.map((one) => gzipBlocks(Buffer.from(one)));
      for (let count = 1; count <= texts.length; count += 1) {
        expect(read(blocks.slice(0, count))).toBe(texts.slice(0, count).join(''));
      }
      expect(read(blocks.toReversed())).toBe(texts.toReversed().join(''));
    }),
    { numRuns: 60 },
  );
});

it('is compressed once for all readers of a buffer', () => {
  const shared = Buffer.from('an event for a thousand readers '.repeat(1_000));
  const blocks = gzipBlocks(shared);
  expect(gzipBlocks(shared)).toBe(blocks);
  expect(blocks.length).toBeLessThan(shared.length / 20);
  expect(read([blocks, blocks])).toBe(shared.toString().repeat(2));
});

it('costs a short frame five bytes', () => {
  expect(gzipBlocks(': ping\n\n').length).toBe(': ping\n\n'.length + 5);
});
