// All checks but `npm test`, two at a time: some compute, others mostly wait for processes and deadlines. Each step writes a log of its
// own in `test-results/check`; of a step that failed the log is printed. `npm test` runs afterwards, with the machine for itself.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { findPostgres } from './find-postgres.mjs';
import { newerNode } from './newer-node.mjs';

const logs = 'test-results/check';
const longestLogShown = 60_000;

/** Needed by others. */
const first = [['build', 'npm run build']];
/** The longest begin, so that none of them is what remains at the end. */
const others = [
  ['newer-node', 'npm run test:newer-node'],
  ['packages', 'npm run test:packages'],
  ['typecheck', 'npm run typecheck'],
  ['interop', 'npm run test:interop -- --changed'],
  ['lint', 'npm run lint'],
  ['knip', 'npm run knip'],
  ['weight', 'npm run weight'],
  ['budget', 'npm run budget'],
  ['demo', 'npm run build:demo'],
  ['lockcheck', 'npm run lockcheck'],
];
/** As many as the cores of the machine of the checks: tests with real agents have deadlines. */
const hands = 2;

const seconds = (since) => `${Math.round((performance.now() - since) / 1_000)} s`;

/** Resolves to whether it passed. */
function runStep([name, command]) {
  const began = performance.now();
  const path = join(logs, `${name}.log`);
  return new Promise((resolve) => {
    const log = createWriteStream(path);
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on('close', (code) => {
      log.end(() => {
        process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}, ${seconds(began)}\n`);
        if (code !== 0) {
          process.stdout.write(`${readFileSync(path, 'utf8').slice(-longestLogShown)}\n`);
        }
        resolve(code === 0);
      });
    });
  });
}

/** All of them, also after one that has failed: a run tells all that is wrong. */
async function runAll(steps, atOnce) {
  const failed = [];
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await runStep(step))) failed.push(step[0]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
const began = performance.now();
// Installed before the steps, which could not install at the same time.
findPostgres();
await findChromium();
newerNode();
const unbuilt = await runAll(first, 1);
const failed = unbuilt.length > 0 ? unbuilt : await runAll(others, hands);
if (failed.length > 0) {
  process.stderr.write(`Failed after ${seconds(began)}: ${failed.join(', ')}. Logs: ${logs}\n`);
  process.exit(1);
}
process.stdout.write(`All checks but the tests passed in ${seconds(began)}.\n`);
