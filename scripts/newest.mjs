// Whether a built file is older than any of its sources.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

function newest(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  let latest = 0;
  for (const name of readdirSync(path)) {
    if (name === 'node_modules') continue;
    latest = Math.max(latest, newest(join(path, name)));
  }
  return latest;
}

/** @param {string} built @param {string[]} sources */
export function isStale(built, sources) {
  const at = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return at === 0 || sources.some((source) => newest(source) > at);
}

export const consoleSources = [
  'apps/console',
  'docs/guide.md',
  'docs/guide.zh-CN.md',
  'docs/images/guide',
  'public',
  'vite.config.ts',
  'package-lock.json',
  // Written by npm at the end of every installation.
  'node_modules/.package-lock.json',
  'packages',
];
