// Tests Countersign against agents of others: installs them in their own folders, builds console and servers, runs Playwright.
// `--changed` runs those whose inputs have changed since they last passed; without it all of them run. A whole run that passes is noted
// in `e2e/interop/passed.json`. Other arguments are Playwright's.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';
import { findChromium } from './find-chromium.mjs';
import { changedSincePassed, counterparts, notePassed } from './interop-inputs.mjs';

const folder = 'e2e/interop';

/** `npm ci`, once for every lock: a stamp next to the installed packages identifies the lock. */
function install(name) {
  const path = join(folder, name);
  const lock = readFileSync(join(path, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = join(path, 'node_modules', '.countersign-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stdout.write(`Installing ${name} …\n`);
  // Some run on a newer Node that is among their packages, and `npm run` passes on our own `engine-strict`.
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-engine-strict'];
  const npm = spawnSync('npm', ['ci', ...flags], {
    cwd: path,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    throw new Error(`The counterpart ${name} could not be installed:\n${npm.stdout}${npm.stderr}`);
  }
  writeFileSync(stamp, wanted);
}

requireDependencies();
// Imported here, as it needs the dependencies.
const { buildTestServers } = await import('./build-test-servers.mjs');
try {
  const given = process.argv.slice(2).filter((word) => word !== '--changed');
  const { run, left } = process.argv.includes('--changed')
    ? changedSincePassed()
    : { run: counterparts(), left: [] };
  if (left.length > 0) {
    process.stdout.write(
      `Left out, as nothing that they meet has changed since they passed: ${left.join(', ')}.\n`,
    );
  }
  if (run.length === 0) process.exit(0);
  for (const name of run) install(name);
  const chromium = await findChromium();
  buildConsole();
  buildTestServers();
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', folder];
  const result = spawnSync(
    process.execPath,
    ['--import', 'tsx', ...playwright, ...run.map((name) => `/${name}.interop.ts`), ...given],
    { stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
  );
  if (result.status === 0 && given.length === 0) notePassed(run);
  process.exit(result.status ?? 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
