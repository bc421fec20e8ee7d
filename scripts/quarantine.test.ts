import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { maxQuarantined, quarantined } from './quarantine.mjs';

it('few tests are in quarantine, each is there, and no test is repeated until it passes', () => {
  expect(quarantined.length).toBeLessThanOrEqual(maxQuarantined);
  for (const { file, title, reason } of quarantined) {
    expect(existsSync(file) && readFileSync(file, 'utf8').includes(title), file).toBe(true);
    expect(reason).not.toBe('');
  }
  for (const config of ['vite.config.ts', 'vitest.faults.config.ts']) {
    expect(readFileSync(config, 'utf8')).not.toMatch(/\bretry\b/);
  }
  expect(readFileSync('playwright.config.ts', 'utf8')).toContain('retries: 0,');
});
