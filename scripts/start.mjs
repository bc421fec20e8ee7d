// Starts Countersign: builds the console if needed and the servers, then starts the server and, unless --no-crew, the demo agents.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { buildConsole } from './build-console.mjs';
import { addressIn, demoEnvironment, registerRobot } from './demo-crew.mjs';
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

/** The crew reports in JSON that it is ready; printed are its agents and the address of the mailbox. */
function crewWords(line) {
  if (!line.startsWith('{')) return line;
  const { agents = [], mailbox } = JSON.parse(line);
  const names = agents.map((agent) => agent.name).join(', ');
  return `Demo agents: ${names}\nMailbox of the demo: ${mailbox}`;
}

process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
// npm exits without forwarding its signal: when it has exited, this process stops too.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(0), 500).unref();
}

if (withCrew) {
  const { crew, server } = demoEnvironment(program('print-descriptors'));
  start('demo crew', program('crew'), crew, crewWords);
  start('server', program('bff'), server, (line) => {
    const url = addressIn(line);
    if (url !== undefined) children.push(registerRobot(program('register-robot'), url));
    return line;
  });
} else start('server', program('bff'), {});
