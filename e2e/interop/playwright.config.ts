import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Tests with agents of other projects; `npm run test:interop` installs those first. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.interop.ts',
  // Beside a browser and our servers, those of a counterpart run: on a busy machine the first page of a browser was seen to take
  // half a minute. A limit that is reached in less says nothing about either side.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: '../../test-results/interop',
});
