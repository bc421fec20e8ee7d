import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AgentSettings } from './coding-agents.ts';
import { launcherIn } from './hook-folder.ts';

export interface Copy {
  path: string;
  /** Null = it could not be asked. */
  version: string | null;
}

/** Every copy of an agent on the PATH: another shell may start another one. */
export function copiesOf({ command }: AgentSettings): Copy[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.map((folder) => join(folder, command)).filter((path) => existsSync(path));
  const real = new Map(paths.map((path) => [realpathSync(path), path]));
  return [...real.values()].map((path) => ({ path, version: versionOf(path) }));
}

function versionOf(path: string): string | null {
  try {
    const options = { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] };
    const said = execFileSync(path, ['--version'], options as { encoding: 'utf8' });
    return /\d+\.\d+\.\d+/.exec(said)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Whether a version is not before another one. */
export function isAtLeast(version: string, least: string): boolean {
  const [has = [], needs = []] = [version, least].map((text) => text.split('.').map(Number));
  for (const [place, number] of needs.entries()) {
    const difference = (has[place] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Copies that are too old, or whose version is not known. */
export const oldCopies = (agent: AgentSettings): Copy[] =>
  copiesOf(agent).filter(
    ({ version }) => version === null || !isAtLeast(version, agent.least.version),
  );

/** Whether the launcher says no to what it does not understand, and how long it takes, ms. */
export function tryLauncher(folder: string): { saysNo: boolean; ms: number } {
  const begun = performance.now();
  const { status, stderr } = spawnSync('/bin/sh', [launcherIn(folder), 'ask'], {
    input: '{"hook_event_name":"a test"}',
    encoding: 'utf8',
    timeout: 30_000,
  });
  const saysNo = status === 2 && /^Countersign: not run\. ./.test(stderr);
  return { saysNo, ms: Math.round(performance.now() - begun) };
}
