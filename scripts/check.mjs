// All checks but `npm test`, in two lanes beside each other: one computes, the other mostly waits. Each step writes a log of its own in
// `test-results/check`; of a step that failed the log is printed. `npm test` runs afterwards, with the machine for itself.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { findPostgres } from './find-postgres.mjs';

const logs = 'test-results/check';
const longestLogShown = 60_000;

/** Needed by steps of both lanes. */
const first = [['build', 'npm run build']];
const lanes = [
  [
    ['lockcheck', 'npm run lockcheck'],
    ['typecheck', 'npm run typecheck'],
    ['lint', 'npm run lint'],
    ['knip', 'npm run knip'],
    ['budget', 'npm run budget'],
    ['weight', 'npm run weight'],
    ['demo', 'npm run build:demo'],
    ['packages', 'npm run test:packages'],
    ['interop', 'npm run test:interop -- --changed'],
  ],
  [['newer-node', 'npm run test:newer-node']],
];

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

/** One step after the other, also after one that has failed: a run tells all that is wrong. */
async function runLane(steps) {
  const failed = [];
  for (const step of steps) if (!(await runStep(step))) failed.push(step[0]);
  return failed;
}

rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
const began = performance.now();
// Installed before the lanes, which could not both install at once.
findPostgres();
await findChromium();
const unbuilt = await runLane(first);
const failed = unbuilt.length > 0 ? unbuilt : (await Promise.all(lanes.map(runLane))).flat();
if (failed.length > 0) {
  process.stderr.write(`Failed after ${seconds(began)}: ${failed.join(', ')}. Logs: ${logs}\n`);
  process.exit(1);
}
process.stdout.write(`All checks but the tests passed in ${seconds(began)}.\n`);
