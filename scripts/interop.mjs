// Tests Countersign against agents of others: installs them in their own folders, builds console and servers, runs Playwright.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';
import { findChromium } from './find-chromium.mjs';

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
  // Those with a test; the others are for recording by hand, some on a newer Node.
  const counterparts = readdirSync(folder)
    .filter((file) => file.endsWith('.interop.ts'))
    .map((file) => file.slice(0, -'.interop.ts'.length));
  for (const name of counterparts) install(name);
  const chromium = await findChromium();
  buildConsole();
  buildTestServers();
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', folder];
  const result = spawnSync(
    process.execPath,
    ['--import', 'tsx', ...playwright, ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
  );
  process.exit(result.status ?? 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
