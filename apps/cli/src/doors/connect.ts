import { createInterface } from 'node:readline/promises';
import { codingAgents } from '@countersign/api/agents/door';
import { type Command, CommandError, UsageError } from '../command.ts';
import { readArgs } from '../read-args.ts';
import { isTrusted, trustHooks } from './codex-app-server.ts';
import { type AgentSettings, agentSettings } from './coding-agents.ts';
import {
  hookFolder,
  keepConnection,
  launcherIn,
  readConnection,
  tokenIn,
  writeHook,
} from './hook-folder.ts';
import { copiesOf, oldCopies, tryLauncher } from './installed.ts';
import { applyPlan, codexConfig, type Plan, planOf, shownPlan } from './plan.ts';
import { isProgramToken, makeToken, stateOfToken } from './program-token.ts';
import { type ChangedFile, hashOf, readBytes } from './settings-file.ts';

const usage = `countersign connect <agent> [options]

Holds the tool calls of a coding agent (${codingAgents.join(', ')}) until people decide them here. Shows the change of the agent's
settings, and applies it when you say so; \`countersign disconnect <agent>\` puts the file back byte for byte.

  --url <address>    of the server (default: COUNTERSIGN_URL, or http://127.0.0.1:4400)
  --data <folder>    data folder of the server on this machine, whose administrator's token makes a token for this agent
                     (elsewhere: its token, or one of a program, in COUNTERSIGN_TOKEN)
  --deadline <s>     for how many seconds a call waits; then it is a no (default: 86000)
  --all              ask about reading in the agent's folder too
  --allow-old        connect a version whose hooks cannot hold every call
  --dry-run          only show the change
  --yes              apply it without asking
  --json             print what was done as JSON
`;

const options = {
  url: { type: 'string' },
  data: { type: 'string' },
  deadline: { type: 'string', default: '86000' },
  all: { type: 'boolean', default: false },
  'allow-old': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** At most a day less the time in which the hook itself ends: an agent that stops waiting may run the call. */
const mostSeconds = 86_000;

export const serverUrl = (given: string | undefined): string =>
  given || process.env['COUNTERSIGN_URL'] || 'http://127.0.0.1:4400';

/** The agent of that name. Throws `UsageError`. */
export function agentNamed(name: string | undefined): AgentSettings {
  const found = codingAgents.find((one) => one === name);
  if (found === undefined) {
    throw new UsageError(`There is no agent "${name}". These are: ${codingAgents.join(', ')}.`);
  }
  return agentSettings[found];
}

/** Every copy on the PATH is new enough, or the person wants it anyway. */
function requireNew(agent: AgentSettings, allowsOld: boolean): void {
  const { name, command, least } = agent;
  if (copiesOf(agent).length === 0) {
    throw new CommandError(`${name} is not installed: there is no ${command} on the PATH.`);
  }
  const [old] = oldCopies(agent);
  if (old === undefined || allowsOld) return;
  throw new CommandError(
    `${old.path} is ${name} ${old.version ?? 'of an unknown version'}. Versions before ${least.version} are not held: ${least.why}. Update it, or give --allow-old.`,
  );
}

function deadlineOf(given: string): number {
  const seconds = Number(given);
  if (!Number.isInteger(seconds) || seconds < 5 || seconds > mostSeconds) {
    throw new UsageError(`--deadline is a whole number of seconds from 5 to ${mostSeconds}.`);
  }
  return seconds;
}

async function isWanted({ path }: Plan): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError('Nothing was changed. Give --yes to apply it.');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`Change ${path}? [y/N] `);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function tokenFor(
  agent: AgentSettings,
  folder: string,
  { url, data }: { url: string; data: string | undefined },
): Promise<{ token: string; program: string | null }> {
  const given = process.env['COUNTERSIGN_TOKEN'];
  if (given && isProgramToken(given)) {
    if ((await stateOfToken(url, given)) === 'good') return { token: given, program: null };
    throw new CommandError(
      `The server at ${url} does not accept COUNTERSIGN_TOKEN, or is not there.`,
    );
  }
  const kept = tokenIn(folder);
  if (kept !== null && (await stateOfToken(url, kept)) === 'good') {
    return { token: kept, program: readConnection(folder)?.program ?? null };
  }
  return makeToken(url, agent.name, data);
}

/** Codex trusts the hook, and its file is kept as well. */
async function trusted(agent: AgentSettings, launcher: string, files: readonly ChangedFile[]) {
  const path = codexConfig(agent);
  const earlier = files.find((file) => file.path === path);
  const before = earlier === undefined ? readBytes(path) : null;
  await trustHooks(launcher);
  if (!(await isTrusted(launcher, agent.hooks.length))) {
    throw new CommandError('Codex does not trust the hook, so it would skip it.');
  }
  const after = hashOf(readBytes(path) ?? Buffer.alloc(0));
  return { path, before: earlier?.before ?? before?.toString('base64') ?? null, after };
}

async function connect(args: readonly string[]): Promise<number> {
  const missing = `Name the agent: ${codingAgents.join(', ')}.`;
  const { values, positionals } = readArgs(args, options, { least: 1, missing });
  const agent = agentNamed(positionals[0]);
  const url = serverUrl(values.url);
  const deadlineSeconds = deadlineOf(values.deadline);
  requireNew(agent, values['allow-old']);
  const folder = hookFolder(agent.id, values.data);
  const launcher = launcherIn(folder);
  const plan = planOf(agent, launcher);
  const change = shownPlan(plan);
  if (!values.json) process.stdout.write(`${[plan.path, ...change, ''].join('\n')}\n`);
  const said = { agent: agent.id, file: plan.path, change };
  const isApplied = !values['dry-run'] && (values.yes || (await isWanted(plan)));
  if (!isApplied) {
    process.stdout.write(values.json ? `${JSON.stringify({ ...said, applied: false })}\n` : '');
    return values['dry-run'] ? 0 : 1;
  }
  const { token, program } = await tokenFor(agent, folder, { url, data: values.data });
  const earlier = readConnection(folder)?.files ?? [];
  writeHook(
    folder,
    { agent: agent.id, url, deadlineSeconds, holds: values.all ? 'all' : 'changes' },
    token,
  );
  const { saysNo, ms } = tryLauncher(folder);
  if (!saysNo) throw new CommandError('The hook did not say no to a test. Nothing was connected.');
  const files = [
    applyPlan(
      plan,
      earlier.find(({ path }) => path === plan.path),
    ),
  ];
  const keep = (all: ChangedFile[]) =>
    keepConnection(folder, {
      ...{ agent: agent.id, url, program, files: all, at: new Date().toISOString() },
    });
  keep([...files, ...earlier.filter(({ path }) => path !== plan.path)]);
  if (agent.id === 'codex') keep([...files, await trusted(agent, launcher, earlier)]);
  const done = {
    ...said,
    applied: true,
    url,
    hookMs: ms,
    held: agent.held,
    notHeld: agent.notHeld,
  };
  process.stdout.write(values.json ? `${JSON.stringify(done)}\n` : wordsOf(agent, done));
  return 0;
}

/** What was done, for a person. */
const wordsOf = (
  { id, name, held, notHeld }: AgentSettings,
  { url, hookMs }: { url: string; hookMs: number },
) => `${name} is connected to ${url}. The hook answers in ${hookMs} ms; without the server, or when anything fails, its answer is no.
Held: ${held}.
Not held:
${notHeld.map((line) => `  - ${line}`).join('\n')}
The hook is a seat belt, not a wall: only a sandbox holds what an agent does outside of its tools.
Undo: countersign disconnect ${id}. Check: countersign doctor.
`;

export const command: Command = { usage, run: connect };
