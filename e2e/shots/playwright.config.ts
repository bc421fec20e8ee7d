import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Pictures of every screen; started by `npm run shots`. Nothing is asserted here, so nothing is retried. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  timeout: 1_200_000,
  retries: 0,
  use: { ...base.use, actionTimeout: 30_000 },
  outputDir: '../../test-results/shots',
});
