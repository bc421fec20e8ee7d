import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const minutes = Number(process.env['FAULT_MINUTES'] ?? 0);

/** The violent tests: real processes that are killed, starved and lied to. `scripts/faults.mjs` runs them. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    globalSetup: ['scripts/test-setup.mjs'],
    include: ['{apps,packages}/**/*.faults.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // What the files import is loaded once a worker: loading the server is a seventh of the processor's time of this run.
    isolate: false,
    testTimeout: 300_000 + minutes * 60_000,
    hookTimeout: 60_000,
  },
});
