// Starts Countersign: builds the console if needed and the servers, then starts the server and, unless --no-crew, the demo agents.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';

const withCrew = !process.argv.includes('--no-crew');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Countersign needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
requireDependencies();
buildConsole();
// Imported here, as it needs the dependencies.
const { buildServers, program } = await import('./build-servers.mjs');
buildServers();

const folder = process.env.COUNTERSIGN_DATA ?? 'data';
const children = [];
let stopping = false;

function stop(code) {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

function start(name, args, env, say = (line) => line) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  createInterface({ input: child.stdout }).on('line', (line) =>
    process.stdout.write(`${say(line)}\n`),
  );
  child.on('exit', (code, signal) => {
    if (stopping) return;
    process.stderr.write(`The ${name} ended (${signal ?? `code ${code}`}); stopping the rest.\n`);
    stop(code === 0 ? 1 : (code ?? 1));
  });
  children.push(child);
}

/** The services of the robot are registered for the administrator, who has just started them. */
function registerRobot(url) {
  const token = process.env.COUNTERSIGN_TOKEN || readFileSync(join(folder, 'token'), 'utf8').trim();
  const env = { ...process.env, CREW_CONSOLE_URL: url, CREW_ADMINISTRATOR_TOKEN: token };
  const child = spawn(process.execPath, program('register-robot'), { stdio: 'inherit', env });
  children.push(child);
}

/** The crew reports in JSON that it is ready; printed are its agents and the address of the mailbox. */
function crewWords(line) {
  if (!line.startsWith('{')) return line;
  const { agents = [], mailbox } = JSON.parse(line);
  const names = agents.map((agent) => agent.name).join(', ');
  return `Demo agents: ${names}\nMailbox of the demo: ${mailbox}`;
}

/** The crew's agents and services. */
function describedCrew() {
  const printed = spawnSync(process.execPath, program('print-descriptors'), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (printed.status !== 0) throw new Error('The demo agents could not be described.');
  return JSON.parse(printed.stdout);
}

/** The crew's agents are added to those of the operator's own file, if any. */
function agentsFile(described) {
  const own = process.env.COUNTERSIGN_AGENTS;
  const agents = [...(own ? JSON.parse(readFileSync(own, 'utf8')) : []), ...described];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'agents-with-crew.json');
  writeFileSync(file, JSON.stringify(agents, null, 2), { mode: 0o600 });
  return file;
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
// npm exits without forwarding its signal: when it has exited, this process stops too.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(0), 500).unref();
}

// The demo agents register themselves with it; it is new at each start, unless the operator has set one.
const registrant =
  process.env.COUNTERSIGN_REGISTRANT_TOKEN || randomBytes(32).toString('base64url');
if (withCrew) {
  const { agents, services } = describedCrew();
  const { PORT, CREW_REGISTRY_URL, CREW_REGISTRY_TOKEN, CREW_ENVIRONMENT_URL } = process.env;
  const here = `http://127.0.0.1:${PORT || 4400}`;
  const crew = {
    CREW_REGISTRY_URL: CREW_REGISTRY_URL || `${here}/api/uap`,
    CREW_ENVIRONMENT_URL: CREW_ENVIRONMENT_URL || `${here}/mcp/environment`,
    CREW_REGISTRY_TOKEN: CREW_REGISTRY_TOKEN || registrant,
  };
  start('demo crew', program('crew'), crew, crewWords);
  // The services of the demo are on this machine, whose addresses are otherwise not called.
  const hosts = services.map(({ url }) => new URL(url).host);
  const allowed = [process.env.COUNTERSIGN_REGISTRY_ALLOW, ...hosts].filter(Boolean).join(',');
  const server = {
    COUNTERSIGN_AGENTS: agentsFile(agents),
    COUNTERSIGN_REGISTRANT_TOKEN: registrant,
    COUNTERSIGN_REGISTRY_ALLOW: allowed,
  };
  start('server', program('bff'), server, (line) => {
    const [, url] = /^Countersign listens on (http\S+)/.exec(line) ?? [];
    if (url !== undefined) registerRobot(url);
    return line;
  });
} else start('server', program('bff'), {});
