// Searches for failures that the fixed seed of `npm run unit` does not find: each property with many times as many random cases.
// `--seed S` repeats a run, `--times N` sets how many, other arguments select files. A failure found becomes an example in its test.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, times: { type: 'string' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const times = Number(values.times ?? 50);
if (!Number.isSafeInteger(seed) || !(times > 0)) {
  process.stderr.write('--seed takes a whole number, --times a number above 0.\n');
  process.exit(2);
}
const files = ['packages', 'apps']
  .flatMap((room) => readdirSync(room).map((folder) => join(room, folder, 'src')))
  .flatMap((source) => readdirSync(source, { recursive: true }).map((name) => join(source, name)))
  .filter((path) => /\.test\.tsx?$/.test(path))
  .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
  .filter((path) => readFileSync(path, 'utf8').includes('fc.assert('));
if (files.length === 0) {
  process.stderr.write('No property in these files.\n');
  process.exit(2);
}
process.stdout.write(`${times} times as many cases in ${files.length} files, --seed ${seed}\n`);
const result = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=0', ...files],
  {
    stdio: 'inherit',
    env: { ...process.env, COUNTERSIGN_DEEP: `${times}`, COUNTERSIGN_SEED: `${seed}` },
  },
);
process.stdout.write(`--seed ${seed}\n`);
process.exit(result.status ?? 1);
