import { readFileSync } from 'node:fs';
import { readWordVectors, type WordVectors } from '../select/word-vectors.ts';

/**
 * Reads the word vectors of this repository: 4 MB, 50 ms.
 *
 * @param folder Where they are; beside the source unless a build has put them elsewhere.
 */
export function shippedVectors(
  folder: URL = new URL('../../vectors/', import.meta.url),
): WordVectors {
  const rows = readFileSync(new URL('glove-100d.int8', folder));
  return readWordVectors(
    readFileSync(new URL('glove-words.txt', folder), 'utf8'),
    new Int8Array(rows.buffer, rows.byteOffset, rows.length),
  );
}
