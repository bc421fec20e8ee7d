import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // Every test starts a server of its own, and waits more than it computes: two share the cores of a small machine.
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env['CI'],
  // A test that passes at a second try has a fault to be found. `scripts/quarantine.mjs` lists those that wait for that.
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], [fileURLToPath(new URL('e2e/quarantine.ts', import.meta.url))]],
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    // The console is loaded and compiled once per worker instead of once per test. What Playwright does not put back itself,
    // permissions and the network, the `console` fixture does.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    // Without film and copies of the page at every step, which cost a seventh of the processor's time. A failure leaves its
    // steps, its requests, a picture and the content of the page; `--trace on` keeps everything.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // What a test takes away from the page must not come out of a worker's cache. Tests of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // One process for the pages of all tests of a worker, which has compiled the console already.
        '--disable-site-isolation-trials',
        '--renderer-process-limit=1',
      ],
    },
  },
});
