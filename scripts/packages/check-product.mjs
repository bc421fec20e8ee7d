// From the packed product to the first answered question, in a bare environment: an empty home, and a PATH with nothing but what npm needs.
// No git, no compiler. Prints sizes, seconds and memory; fails where a limit is passed. Once more on a newer Node: start and stop.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { newerNode } from '../newer-node.mjs';
import { packProduct } from './pack-product.mjs';

/** MB are of 10^6 bytes. Seconds are for a busy machine: `docs/performance.md` has what was measured on a quiet one. */
const limits = { packedMb: 11, installedMb: 40, packages: 6, answeredSeconds: 60 };

const root = mkdtempSync(join(tmpdir(), 'countersign-product-'));
const folder = (name) => {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const home = folder('home');
const project = folder('project');
const bare = folder('bin');
const where = (program) =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim());
for (const name of ['npm', 'sh', 'env', 'uname']) symlinkSync(where(name), join(bare, name));
symlinkSync(process.execPath, join(bare, 'node'));

/** What of this environment is about the network, and not about its programs. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_registry|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(name),
  ),
);
const environment = { ...network, HOME: home, PATH: bare };

const figures = {};
const since = (began) => (performance.now() - began) / 1_000;
const step = (text) => process.stdout.write(`✓ ${text}\n`);

function bytesIn(path) {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0);
}

async function install(tarball) {
  const began = performance.now();
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', tarball], {
    cwd: project,
    env: environment,
  });
  figures.installSeconds = since(began);
  const modules = join(project, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  figures.packages = Object.keys(lock.packages).length;
  figures.installedMb = bytesIn(modules) / 1e6;
  const scripts = Object.values(lock.packages).filter((one) => one.hasInstallScript);
  if (scripts.length > 0) throw new Error('A package has an install script.');
}

/** Starts the installed command; resolves when the link to sign in is printed. */
async function start(path) {
  const began = performance.now();
  const command = join(project, 'node_modules/.bin/countersign');
  const child = spawn(command, ['start', '--port', '0'], {
    env: { ...environment, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise((done) => child.on('exit', done));
  await new Promise((resolve, reject) => {
    const receive = (chunk) => {
      output += chunk;
      if (/^Sign in: /m.test(output)) resolve();
    };
    child.stdout.on('data', receive);
    child.stderr.on('data', receive);
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${output}`)));
  });
  const seconds = since(began);
  const [, url] = /listens on (\S+)/.exec(output);
  if (output.includes('{')) throw new Error(`An entry of the log is printed:\n${output}`);
  return { child, ended, url, seconds };
}

/** Stops it by the signal of a supervisor; no process of it may be left. */
async function stop({ child, ended }) {
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`It ended with ${code} after SIGTERM.`);
  if (!existsSync('/proc')) return;
  const left = readdirSync('/proc').filter((id) => {
    if (!/^\d+$/.test(id) || id === `${process.pid}`) return false;
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(project);
    } catch {
      return false;
    }
  });
  if (left.length > 0) throw new Error(`Processes are left: ${left.join(', ')}`);
}

const memoryMb = ({ child }) => {
  const status = `/proc/${child.pid}/status`;
  if (!existsSync(status)) return null;
  return (Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]) * 1_024) / 1e6;
};

/** Checks that the served page and its first script arrive, compressed as browsers ask for them. */
async function loadConsole(url) {
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  const loaded = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
  if (!loaded.ok || loaded.headers.get('content-encoding') !== 'br') {
    throw new Error(`The console is not served: ${script} is ${loaded.status}.`);
  }
}

/** A program asks over HTTP, and a person's program answers: the whole way. */
async function askAndAnswer(url) {
  const token = readFileSync(join(home, '.local/share/countersign/token'), 'utf8').trim();
  const call = async (path, body, bearer = token) => {
    const response = await fetch(`${url}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const program = await call('programs', { name: 'A job', via: 'http' });
  const question = { ask: 'Refund 30 EUR to Ada?', payload: { amount: 30 } };
  const { id } = await call('questions', question, program.token);
  const {
    items: [open],
  } = await call('prompts?state=open');
  await call(`prompts/${encodeURIComponent(open.id)}/decisions`, {
    feedback: { type: 'approve' },
    digest: open.digest,
    idempotencyKey: 'answer-of-the-check',
  });
  const { status, outcome } = await call(`questions/${id}?wait=50`, undefined, program.token);
  if (status !== 'answered' || outcome.value.amount !== 30) {
    throw new Error(`The question is ${status}: ${JSON.stringify(outcome)}`);
  }
}

async function check() {
  const { tarball, size } = packProduct();
  figures.packedMb = size / 1e6;
  const began = performance.now();
  await install(tarball);
  step('installed without git, compiler or install scripts');
  const server = await start(bare);
  figures.linkSeconds = server.seconds;
  await loadConsole(server.url);
  await askAndAnswer(server.url);
  figures.answeredSeconds = since(began);
  await new Promise((done) => setTimeout(done, 2_000));
  figures.memoryMb = memoryMb(server);
  await stop(server);
  step('the first question was asked over HTTP and answered');
  step('started, and stopped by a signal: no process is left');
  const newer = await start(`${newerNode()}${delimiter}${bare}`);
  figures.linkSecondsNewerNode = newer.seconds;
  await stop(newer);
  const cached = await start(`${newerNode()}${delimiter}${bare}`);
  figures.linkSecondsCompiled = cached.seconds;
  await stop(cached);
  step('the same on a newer Node, also with its compile cache');
}

try {
  await check();
  for (const [name, value] of Object.entries(figures)) {
    const most = limits[name];
    process.stdout.write(`  ${name} ${value?.toFixed(2)}${most ? ` of ${most}` : ''}\n`);
  }
  const over = Object.entries(limits).filter(([name, most]) => figures[name] > most);
  if (over.length > 0) throw new Error(`Above the limit: ${over.map(([name]) => name).join(', ')}`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
