// What an author does on the first day: installs the library from the address of a running server with npm or pip, writes the agent of
// its page, adds it, and has its first question answered.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { buildServers } from '../build-servers.mjs';
import { exampleIn } from './examples.mjs';
import { buildLibraries } from './libraries.mjs';
import { lineOf, start, startServer, stop } from './servers.mjs';
import { checkWays } from './ways.mjs';

const patienceMs = 20_000;
const run = promisify(execFile);

async function until(look) {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const value = await look();
    if (value !== undefined) return value;
    await sleep(100);
  }
  throw new Error('It did not happen in time.');
}

/** Adds the agent that a program prints, starts a task, approves its question, and waits for what the agent makes of it. */
async function askOnce(call, descriptor) {
  await call('POST', '/api/agents', descriptor);
  const { taskId } = await call('POST', '/api/tasks', { agentId: descriptor.id, message: 'Ada' });
  const prompt = await until(async () => {
    const { items } = await call('GET', `/api/prompts?task=${encodeURIComponent(taskId)}`);
    return items.find(({ state }) => state === 'open');
  });
  await call('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    idempotencyKey: crypto.randomUUID(),
    digest: prompt.digest,
    feedback: { type: 'approve' },
  });
  await until(async () => {
    const events = JSON.stringify(await call('GET', `/api/tasks/${taskId}/events?limit=500`));
    return events.includes('Hello') && events.includes('RUN_FINISHED') ? true : undefined;
  });
}

/** An agent of `command`, added, asked, and stopped again. */
async function askAgent(call, command, args, cwd) {
  const agent = start(command, args, cwd);
  try {
    const printed = (line) => (line.startsWith('{') ? JSON.parse(line) : undefined);
    await askOnce(call, await lineOf(agent, printed));
  } finally {
    await stop(agent);
  }
}

/** Installs with npm from the address of the file, and once more by the name from the server as a registry. */
async function fromNpm({ folder, url, file, name, call }) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const npm = (...args) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...args], {
      cwd: folder,
    });
  await npm(`${url}/packages/${file}`);
  const locked = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (!locked.includes(`"resolved": "${url}/packages/${file}"`)) throw new Error(locked);
  await run('npm', ['uninstall', name], { cwd: folder });
  await npm(name, `--registry=${url}/npm/`);
  const { code } = exampleIn('packages/agent/README.md');
  // Types are checked elsewhere; this Node may not remove them.
  const { code: script } = transformSync(code.replaceAll('@countersign/agent', name), {
    loader: 'ts',
  });
  writeFileSync(join(folder, 'greeter.js'), script);
  await askAgent(call, process.execPath, ['greeter.js'], folder);
}

/** The same with pip. */
async function fromPip({ folder, url, file, name, call, python }) {
  await run(python, ['-m', 'venv', '--system-site-packages', folder]);
  const own = join(folder, 'bin/python');
  const pip = (...args) => run(own, ['-m', 'pip', '--disable-pip-version-check', ...args]);
  await pip('install', `${url}/packages/${file}`);
  await pip('uninstall', '--yes', name);
  await pip('install', '--index-url', `${url}/simple/`, name);
  const page = readFileSync('packages/python/README.md', 'utf8');
  const [, code] = /```python\n(.*?)```/s.exec(page);
  writeFileSync(join(folder, 'greeter.py'), code);
  await askAgent(call, own, ['-u', 'greeter.py'], folder);
}

/**
 * @param {string} project an existing folder
 * @param {string | undefined} python the program; undefined = only npm is tried
 * @param {(text: string) => void} step is given what has passed
 */
export async function checkFromServer(project, python, step) {
  buildServers();
  const { npm, python: wheel } = buildLibraries('dist-server/packages');
  const server = await startServer('.', join(project, 'data'));
  try {
    const { url, call } = server;
    const { file, manifest } = npm;
    await fromNpm({ folder: join(project, 'author'), url, file, name: manifest.name, call });
    step(`✓ ${manifest.name}: installed with npm from a running server, and its question answered`);
    if (python === undefined) return;
    await call('DELETE', '/api/agents/greeter');
    const { name } = wheel;
    await fromPip({ folder: join(project, 'py'), url, file: wheel.file, name, call, python });
    step(`✓ ${name}: installed with pip from a running server, and its question answered`);
    await call('DELETE', '/api/agents/greeter');
    await checkWays({
      ...{ folder: join(project, 'ways'), venv: join(project, 'py'), url, library: file },
      ...{ call, step },
    });
  } finally {
    await server.stop();
  }
}
