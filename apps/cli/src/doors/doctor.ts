import { codingAgents } from '@countersign/api/agents/door';
import type { Command } from '../command.ts';
import { readArgs } from '../read-args.ts';
import { isTrusted } from './codex-app-server.ts';
import { type AgentSettings, agentSettings, hooksIn, ourHooks } from './coding-agents.ts';
import { changedFiles, configIn, hookFolder, launcherIn, tokenIn } from './hook-folder.ts';
import { copiesOf, oldCopies, tryLauncher } from './installed.ts';
import { isDone, planOf } from './plan.ts';
import { stateOfToken } from './program-token.ts';
import { parseSettings, readBytes, targetOf } from './settings-file.ts';

const usage = `countersign doctor [options]

Says of each coding agent on this machine (${codingAgents.join(', ')}) what is held and what is not. It tries the hook and asks the
server and, of Codex, the agent itself; it does not only read. Exits with 1 if an agent that is connected is not held as it should be.

  --data <folder>   as given to connect
  --json            print it as JSON
`;

const options = {
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

interface Finding {
  agent: string;
  name: string;
  /** `held`: as far as it can be; `broken`: connected, but something is wrong; `free`: not connected. */
  state: 'held' | 'broken' | 'free';
  versions: string[];
  held: string | null;
  notHeld: readonly string[];
  faults: string[];
  warnings: string[];
}

/** What is wrong with the settings: the entry must be in the file that this agent loads, exactly. */
function faultsOfSettings(agent: AgentSettings, folder: string) {
  const path = targetOf(agent.file(process.env));
  const faults: string[] = [];
  const warnings: string[] = [];
  if (!isDone(planOf(agent, launcherIn(folder)))) {
    faults.push(`The hook is not in ${path} as it was written: connect again.`);
  }
  if (agent.hooks.length > 0) {
    const settings = parseSettings(readBytes(path), path);
    const [first] = agent.hooks;
    const all = hooksIn(settings).filter(({ event }) => event === first?.event);
    const own = ourHooks(settings).filter(({ event }) => event === first?.event);
    const others = all.length - own.length;
    if (settings['disableAllHooks'] === true) faults.push(`disableAllHooks is set in ${path}.`);
    if (others > 0) {
      warnings.push(
        `${others} other hooks see each call too: one that ends last can change it after your yes.`,
      );
    }
  }
  return { faults, warnings };
}

async function faultsOfHook(folder: string): Promise<string[]> {
  const config = configIn(folder);
  const token = tokenIn(folder);
  if (config === null || token === null) return ['The hook has no settings: connect again.'];
  const changed = changedFiles(folder);
  const state = await stateOfToken(config.url, token);
  return [
    ...(changed.length === 0
      ? []
      : [`Changed since, or of another version: ${changed.join(', ')}.`]),
    ...(tryLauncher(folder).saysNo ? [] : ['The hook did not say no to a test.']),
    ...(state === 'away' ? [`There is no server at ${config.url}: every call is denied.`] : []),
    ...(state === 'refused' ? ['The server does not accept the token: every call is denied.'] : []),
  ];
}

async function faultsOfCodex(agent: AgentSettings, folder: string): Promise<string[]> {
  const isOk = await isTrusted(launcherIn(folder), agent.hooks.length).catch(() => false);
  return isOk ? [] : ['Codex does not trust the hook: it skips it, and calls run. Connect again.'];
}

async function findingOf(agent: AgentSettings, data: string | undefined): Promise<Finding | null> {
  const { id, name } = agent;
  const copies = copiesOf(agent);
  const folder = hookFolder(id, data);
  const isConnected = configIn(folder) !== null;
  if (copies.length === 0 && !isConnected) return null;
  const versions = copies.map(({ path, version }) => `${version ?? '?'} (${path})`);
  const base = { agent: id, name, versions };
  if (!isConnected) {
    const notHeld = ['every call: it is not connected'];
    return { ...base, state: 'free', held: null, notHeld, faults: [], warnings: [] };
  }
  const { faults, warnings } = faultsOfSettings(agent, folder);
  const old = oldCopies(agent).map(
    ({ path }) => `${path} is older than ${agent.least.version}: ${agent.least.why}.`,
  );
  faults.push(...old, ...(await faultsOfHook(folder)));
  if (id === 'codex') faults.push(...(await faultsOfCodex(agent, folder)));
  const state = faults.length === 0 ? 'held' : 'broken';
  return { ...base, state, held: agent.held, notHeld: agent.notHeld, faults, warnings };
}

const marks = { held: 'held', broken: 'NOT HELD AS IT SHOULD BE', free: 'not connected' };

const wordsOf = ({ name, versions, state, held, notHeld, faults, warnings }: Finding): string =>
  [
    `${name} ${versions.join(', ')}: ${marks[state]}`,
    ...faults.map((line) => `  fault: ${line}`),
    ...warnings.map((line) => `  note: ${line}`),
    ...(held === null ? [] : [`  held: ${held}`]),
    ...notHeld.map((line) => `  not held: ${line}`),
  ].join('\n');

async function doctor(args: readonly string[]): Promise<number> {
  const { values } = readArgs(args, options);
  const findings: Finding[] = [];
  for (const id of codingAgents) {
    const finding = await findingOf(agentSettings[id], values.data);
    if (finding !== null) findings.push(finding);
  }
  const none = 'No coding agent that can be connected is on the PATH.';
  const belt =
    'Hooks are a seat belt, not a wall: only a sandbox holds what an agent does outside of its tools.';
  const text = findings.length === 0 ? none : [...findings.map(wordsOf), belt].join('\n');
  process.stdout.write(`${values.json ? JSON.stringify({ agents: findings }) : text}\n`);
  return findings.some(({ state }) => state === 'broken') ? 1 : 0;
}

export const command: Command = { usage, run: doctor };
