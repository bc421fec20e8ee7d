// Runs the browser tests over the real stack: finds or installs Chromium, builds console and servers, runs Playwright.
import { spawnSync } from 'node:child_process';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';
import { findChromium } from './find-chromium.mjs';

requireDependencies();
// Imported here, as it needs the dependencies.
const { buildTestServers } = await import('./build-test-servers.mjs');
try {
  const chromium = await findChromium();
  buildConsole();
  buildTestServers();
  const files = process.argv.slice(2).filter((word) => word.includes('.e2e'));
  if (files.length === 0 || files.some((file) => file.includes('demo')))
    await import('./build-demo.mjs');
  const result = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
  );
  process.exit(result.status ?? 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
