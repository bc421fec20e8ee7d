import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Tests with agents of other projects; `npm run test:interop` installs those first. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.interop.ts',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  outputDir: '../../test-results/interop',
});
