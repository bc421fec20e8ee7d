import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentSettings, withHooks, withoutHooks } from './coding-agents.ts';
import {
  type ChangedFile,
  hashOf,
  parseSettings,
  printSettings,
  readBytes,
  replaceFile,
  shownChange,
  targetOf,
} from './settings-file.ts';

/** What `connect` would write into the settings of an agent. */
export interface Plan {
  path: string;
  before: Buffer | null;
  after: Buffer;
}

const pluginText = (launcher: string): string =>
  readFileSync(new URL('hook/opencode-plugin.js', import.meta.url), 'utf8').replace(
    "'@LAUNCHER@'",
    () => JSON.stringify(launcher),
  );

/** The change of the settings of an agent. Throws a sentence for a file that cannot be changed. */
export function planOf(agent: AgentSettings, launcher: string): Plan {
  const path = targetOf(agent.file(process.env));
  const before = readBytes(path);
  if (agent.hooks.length === 0) return { path, before, after: Buffer.from(pluginText(launcher)) };
  const settings = withHooks(parseSettings(before, path), agent, launcher);
  return { path, before, after: printSettings(settings, before) };
}

export const isDone = ({ before, after }: Plan): boolean => before?.equals(after) === true;

export const shownPlan = ({ before, after }: Plan): string[] =>
  shownChange(before?.toString('utf8') ?? '', after.toString('utf8'));

/** Writes it. `earlier`: what an earlier connect has kept, whose backup stays the one to return to. */
export function applyPlan(plan: Plan, earlier: ChangedFile | undefined): ChangedFile {
  const { path, before, after } = plan;
  const isOurs = earlier !== undefined && before !== null && hashOf(before) === earlier.after;
  const kept = isOurs ? earlier.before : withoutOurs(plan);
  replaceFile(path, after);
  return { path, before: kept, after: hashOf(after) };
}

/** What to return to: the file as it is, but for an entry of ours that an earlier version has left. */
function withoutOurs({ path, before }: Plan): string | null {
  if (before === null) return null;
  if (path.endsWith('.js')) return null;
  const settings = parseSettings(before, path);
  const clean = withoutHooks(settings);
  const isClean = JSON.stringify(clean) === JSON.stringify(settings);
  return (isClean ? before : printSettings(clean, before)).toString('base64');
}

/** Takes our entry out of a file that has changed since; true = there was one. */
export function removeEntry(path: string): boolean {
  const before = readBytes(path);
  if (before === null || !path.endsWith('.json')) return false;
  const settings = parseSettings(before, path);
  const clean = withoutHooks(settings);
  if (JSON.stringify(clean) === JSON.stringify(settings)) return false;
  replaceFile(path, printSettings(clean, before));
  return true;
}

/** Codex keeps whom it trusts in another file. */
export const codexConfig = ({ file }: AgentSettings): string =>
  targetOf(join(file(process.env), '../config.toml'));
