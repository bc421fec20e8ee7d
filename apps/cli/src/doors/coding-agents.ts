import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CodingAgent } from '@countersign/api/agents/door';
import { isObject, type JsonObject } from '@countersign/json/json-object';

/** A hook in the settings of an agent. */
interface Hook {
  event: string;
  mode: 'ask' | 'note';
  /** Beside type and command. */
  members: JsonObject;
}

/** A coding agent: its command, its settings, and what its hooks do and do not hold. */
export interface AgentSettings {
  id: CodingAgent;
  name: string;
  command: string;
  /** The oldest version whose hooks can hold a call, and why older ones cannot. */
  least: { version: string; why: string };
  file(environment: NodeJS.ProcessEnv): string;
  hooks: readonly Hook[];
  held: string;
  notHeld: readonly string[];
}

/** Longer than any deadline of ours: after it some agents run the call. */
const daySeconds = 86_400;
const noteSeconds = 30;
const noHook = 'calls while the hook is not in its settings, which the agent itself can edit';

const home = (environment: NodeJS.ProcessEnv) => environment['HOME'] || homedir();

export const agentSettings: Readonly<Record<CodingAgent, AgentSettings>> = {
  claude: {
    id: 'claude',
    name: 'Claude Code',
    command: 'claude',
    least: {
      version: '2.1.295',
      why: 'they run the call when a hook fails, as they do not know onFailure',
    },
    file: (env) => join(env['CLAUDE_CONFIG_DIR'] || join(home(env), '.claude'), 'settings.json'),
    hooks: [
      {
        event: 'PreToolUse',
        mode: 'ask',
        members: {
          timeout: daySeconds,
          onFailure: 'block',
          statusMessage: 'Waiting for Countersign',
        },
      },
      { event: 'PostToolUse', mode: 'note', members: { timeout: noteSeconds } },
    ],
    held: 'every tool call, in every mode, also of sub-agents and of MCP servers',
    notHeld: [
      noHook,
      'sessions with --bare, disableAllHooks, or another CLAUDE_CONFIG_DIR',
      'what an approved command does afterwards',
    ],
  },
  codex: {
    id: 'codex',
    name: 'Codex',
    command: 'codex',
    least: { version: '0.171.0', why: 'they do not call the hook for each call of a script' },
    file: (env) => join(env['CODEX_HOME'] || join(home(env), '.codex'), 'hooks.json'),
    hooks: [
      { event: 'PreToolUse', mode: 'ask', members: { timeout: daySeconds } },
      { event: 'PostToolUse', mode: 'note', members: { timeout: noteSeconds } },
    ],
    held: 'every command, patch and MCP call, as long as Codex trusts the hook',
    notHeld: [
      noHook,
      'a call whose hook was killed: Codex runs it when the time of the hook is over, a day later',
      'what is typed into a terminal that a call opened (connect switches such terminals off)',
    ],
  },
  gemini: {
    id: 'gemini',
    name: 'Gemini CLI',
    command: 'gemini',
    least: { version: '0.61.0', why: 'their hooks were not tried' },
    file: (env) => join(home(env), '.gemini', 'settings.json'),
    hooks: [{ event: 'BeforeTool', mode: 'ask', members: { timeout: daySeconds * 1_000 } }],
    held: 'every tool call',
    notHeld: [
      noHook,
      'a call whose hook was killed: Gemini CLI runs it',
      'an edit that takes an argument away is refused: Gemini CLI would put it back',
    ],
  },
  opencode: {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    least: { version: '1.18.0', why: 'their plugins were not tried' },
    file: (env) =>
      join(env['XDG_CONFIG_HOME'] || join(home(env), '.config'), 'opencode/plugin/countersign.js'),
    hooks: [],
    held: 'every tool call, by a plugin',
    notHeld: [
      'calls while the plugin is not in its folder, which the agent itself can edit',
      'a plugin that OpenCode could not load',
    ],
  },
};

/** In the command of each of our entries: it is found by it. */
const mark = '# countersign';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Our entry for a hook; `launcher`: its absolute path. */
export const entryOf = ({ mode, members }: Hook, launcher: string): JsonObject => ({
  type: 'command',
  command: `/bin/sh ${quoted(launcher)} ${mode} ${mark}`,
  ...members,
});

const isOurs = (hook: unknown): boolean =>
  isObject(hook) && typeof hook['command'] === 'string' && hook['command'].endsWith(mark);

interface Found {
  event: string;
  hook: unknown;
}

/** All hooks of settings, with their events. */
export function hooksIn(settings: JsonObject): Found[] {
  const { hooks } = settings;
  return Object.entries(isObject(hooks) ? hooks : {}).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown) => {
      const list = isObject(group) ? group['hooks'] : undefined;
      return (Array.isArray(list) ? list : []).map((hook: unknown) => ({ event, hook }));
    }),
  );
}

export const ourHooks = (settings: JsonObject) =>
  hooksIn(settings).filter(({ hook }) => isOurs(hook));

/** The settings without our entries; what that leaves empty is removed too. */
export function withoutHooks(settings: JsonObject): JsonObject {
  const { hooks, ...rest } = settings;
  if (!isObject(hooks)) return settings;
  const kept = Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
    if (!Array.isArray(groups)) return [[event, groups]];
    const left = groups.flatMap((group: unknown) => {
      if (!isObject(group) || !Array.isArray(group['hooks'])) return [group];
      const others = group['hooks'].filter((hook: unknown) => !isOurs(hook));
      if (others.length === group['hooks'].length) return [group];
      return others.length === 0 ? [] : [{ ...group, hooks: others }];
    });
    return left.length === 0 ? [] : [[event, left]];
  });
  return kept.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(kept) };
}

/** The settings with our entries, the last of each event. */
export function withHooks(
  settings: JsonObject,
  { hooks }: AgentSettings,
  launcher: string,
): JsonObject {
  const clean = withoutHooks(settings);
  const added: JsonObject = isObject(clean['hooks']) ? { ...clean['hooks'] } : {};
  for (const hook of hooks) {
    const before = added[hook.event];
    const groups: unknown[] = Array.isArray(before) ? before : [];
    added[hook.event] = [...groups, { hooks: [entryOf(hook, launcher)] }];
  }
  return { ...clean, hooks: added };
}
