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
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newerNode } from '../newer-node.mjs';
import { blocksIn, tutorials } from './blocks.mjs';
import { packProduct } from './pack-product.mjs';

/** MB are of 10^6 bytes. Seconds are for a busy machine: `docs/performance.md` has what was measured on a quiet one. */
const limits = { packedMb: 11, installedMb: 42, packages: 6, answeredSeconds: 60 };

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
for (const name of ['npm', 'npx', 'sh', 'env', 'uname']) symlinkSync(where(name), join(bare, name));
symlinkSync(process.execPath, join(bare, 'node'));

/** What of this environment is about the network, and not about its programs. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_registry|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(name),
  ),
);
const environment = { ...network, HOME: home, PATH: bare };

const tutorial = blocksIn(tutorials[0]);
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

const installed = [join(project, 'node_modules/.bin/countersign'), 'start'];

/** Starts the installed command, or another one; resolves when the link to sign in is printed. */
async function start(path, [command, ...args] = installed) {
  const began = performance.now();
  const child = spawn(command, args, {
    env: { ...environment, PATH: path, PORT: '0' },
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

/** Stops it by the signal of a supervisor; no process of it may be left. What npx returns is its own. */
async function stop({ child, ended }, isOfNpx = false) {
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0 && !isOfNpx) throw new Error(`It ended with ${code} after SIGTERM.`);
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

/** Whether a value is as the page shows it: “…” is any text. */
function fits(shown, value) {
  if (typeof shown !== 'object') return shown === '…' || shown === value;
  const names = Object.keys(shown);
  return (
    names.length === Object.keys(value).length &&
    names.every((name) => Object.hasOwn(value, name) && fits(shown[name], value[name]))
  );
}

/** The tutorial, with this address and token: its commands ask, a person's program answers, and they print what is shown. */
async function askAndAnswer(url) {
  const admin = readFileSync(join(home, '.local/share/countersign/token'), 'utf8').trim();
  const call = async (path, body) => {
    const response = await fetch(`${url}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const { token } = await call('programs', { name: 'A shell', via: 'http' });
  const commands = tutorial
    .filter(({ kind }) => kind === 'run')
    .map(({ code }) => code.replace('http://127.0.0.1:4400', url).replace('cs_ask_…', token));
  const printed = promisify(execFile)('sh', ['-e', '-c', commands.join('\n')], {
    env: { ...environment, PATH: [bare, dirname(where('curl')), dirname(where('sed'))].join(':') },
  });
  const answered = (async () => {
    for (;;) {
      const [open] = (await call('prompts?state=open')).items;
      if (open === undefined) continue;
      const id = encodeURIComponent(open.id);
      const { digest } = open;
      const feedback = { type: 'approve' };
      return call(`prompts/${id}/decisions`, { feedback, digest, idempotencyKey: 'tutorial' });
    }
  })();
  await Promise.race([printed, answered]);
  const { stdout } = await printed;
  const { code } = tutorial.find(({ kind }) => kind === 'prints');
  if (!fits(JSON.parse(code), JSON.parse(stdout))) throw new Error(`It printed ${stdout}`);
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
  step('the commands of the tutorial asked the first question, and it was answered');
  step('started, and stopped by a signal: no process is left');
  const { code } = tutorial.find(({ kind }) => kind === 'start');
  await stop(await start(bare, ['sh', '-c', `exec ${code}`]), true);
  step('started by the command of the tutorial');
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
