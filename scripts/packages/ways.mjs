// Tries each block of code on the pages about the ways in: runs it against the built server and answers as a person would, or compiles
// it against the packages that it names, or checks its syntax. What is to be done is said at the block (`blocks.mjs`).
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { blocksIn, pagesTried, untried } from './blocks.mjs';

const run = promisify(execFile);
const patienceMs = 60_000;
/** For a block that installs: a registry that is far away and has to be asked for everything takes minutes. */
const installPatienceMs = 15 * 60_000;

/** What a person answers in words, where nothing else can be answered. */
const words = 'The one at the station.';

const frameworks = JSON.parse(
  readFileSync(new URL('frameworks.json', import.meta.url), 'utf8'),
).dependencies;

const wordsOf = ({ page, line }) => `${page}:${line}`;

/** Answers each question as soon as it is open, until it is stopped. */
function answerAll(call) {
  const stopping = new AbortController();
  const answer = async (prompt) => {
    const { allowed } = prompt.message.upPrompt ?? {};
    const inWords = allowed !== undefined && !allowed.includes('approve');
    await call('POST', `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
      idempotencyKey: crypto.randomUUID(),
      digest: prompt.digest,
      feedback: inWords ? { type: 'instruction', content: { text: words } } : { type: 'approve' },
    });
  };
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const { items } = await call('GET', '/api/prompts?state=open');
      for (const { id } of items) {
        await answer(await call('GET', `/api/prompts/${encodeURIComponent(id)}`));
      }
      await sleep(100);
    }
  })();
  return async () => {
    stopping.abort();
    await ended;
  };
}

/** The arguments of Node or Python that check the syntax of a file. */
const syntaxOf = {
  sh: () => ['sh', ['-n']],
  js: () => [process.execPath, ['--check']],
  // Compiled, and what it imports from our library is imported.
  python: (python) => [
    python,
    [
      '-c',
      `import ast, sys
tree = ast.parse(open(sys.argv[1]).read())
compile(tree, sys.argv[1], "exec")
ours = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("countersign_agent")]
exec(compile(ast.Module(ours, []), "imports", "exec"))`,
    ],
  ],
  toml: (python) => [python, ['-c', 'import sys, tomllib\ntomllib.load(open(sys.argv[1], "rb"))']],
};

function checkSyntax(block, file, python) {
  const { language, code } = block;
  if (language === 'json') JSON.parse(code);
  else {
    const [program, args] = syntaxOf[language](python);
    execFileSync(program, [...args, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** A folder in which programs find the library as authors install it, and `countersign`. */
function prepare({ folder, venv, url, tokens }) {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const command = join(bin, 'countersign');
  const built = resolve('dist-server/countersign.mjs');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${built}' "$@"\n`);
  chmodSync(command, 0o755);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const path = [bin, join(venv, 'bin'), process.env.PATH].join(delimiter);
  // An author's npm has not the settings of this repository, which `npm run` passes on: packages may want a newer Node than this one.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_'));
  return {
    cwd: folder,
    env: {
      ...Object.fromEntries(own),
      ...{ PATH: path, COUNTERSIGN_URL: url, COUNTERSIGN_TOKEN: tokens.http },
    },
  };
}

/** Installs the packages that the blocks name, beside our library, and compiles all of TypeScript at once. */
async function compile({ blocks, options, url, library, step }) {
  const named = [...new Set(blocks.flatMap(({ packages }) => packages))];
  const unknown = named.filter((name) => !Object.hasOwn(frameworks, name));
  if (unknown.length > 0) throw new Error(`frameworks.json has no ${unknown.join(', ')}.`);
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const ours = ['@types/node', 'zod'].map((name) => `${name}@${devDependencies[name]}`);
  const others = named.map((name) => `${name}@${frameworks[name]}`);
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional'];
  const { cwd } = options;
  await run('npm', [...install, `${url}/packages/${library}`, ...ours, ...others], options);
  const settings = { strict: true, skipLibCheck: true, module: 'nodenext', target: 'es2023' };
  const compilerOptions = { ...settings, types: ['node'], outDir: 'out' };
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: blocks.map(({ file }) => file) }),
  );
  // Ours: its native part is an optional package, and those of others are large.
  await run(resolve('node_modules/.bin/tsc'), ['-p', '.'], { cwd }).catch((error) => {
    throw new Error(`A page does not compile:\n${error.stdout}`);
  });
  step(`✓ ways in: ${blocks.length} examples in TypeScript compile`);
}

/** Runs a block to its end, and compares what it prints. */
async function runBlock({ language, file, output, ...block }, options, python) {
  const timeout = /^(npm|pip|npx) /m.test(block.code) ? installPatienceMs : patienceMs;
  const [program, ...args] = {
    sh: ['sh', '-e', file],
    ts: [process.execPath, join('out', file.replace(/\.ts$/, '.js'))],
    python: [python, file],
  }[language];
  const { stdout } = await run(program, args, { ...options, timeout });
  if (output !== undefined && stdout !== output) {
    throw new Error(`${wordsOf(block)} printed:\n${stdout}instead of:\n${output}`);
  }
}

/** Connects by the configuration of a client of MCP, at this server and with a token of it, and asks. */
async function connect({ code }, { url, tokens }) {
  const { mcpServers } = JSON.parse(code);
  const [server] = Object.values(mcpServers);
  const { pathname } = new URL(server.url);
  const headers = { ...server.headers, Authorization: `Bearer ${tokens.mcp}` };
  const client = new Client({ name: 'page', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(pathname, url), { requestInit: { headers } }),
  );
  const args = { action: 'refund', arguments: { amount: 30 } };
  const result = await client.callTool({ name: 'request_approval', arguments: args });
  await client.close();
  if (result.structuredContent?.status !== 'approved') {
    throw new Error(`It was not approved: ${JSON.stringify(result)}`);
  }
}

/** Starts an agent, adds it, starts a task with it, and waits for what it makes of the answer. */
async function serve(block, { call, options, descriptor }) {
  const child = spawn(process.execPath, [block.file], { ...options, stdio: 'inherit' });
  try {
    const { url, id } = descriptor;
    const isUp = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    for (let attempt = 0; !(await isUp()); attempt += 1) {
      if (attempt > 50) throw new Error(`${wordsOf(block)} does not listen at ${url}.`);
      await sleep(100);
    }
    await call('POST', '/api/agents', descriptor);
    const { taskId } = await call('POST', '/api/tasks', { agentId: id, message: 'Ada' });
    const answered = async () =>
      JSON.stringify(await call('GET', `/api/tasks/${taskId}/events?limit=500`)).includes(
        'The answer is approve.',
      );
    const end = Date.now() + patienceMs;
    while (!(await answered())) {
      if (Date.now() > end) throw new Error(`${wordsOf(block)} says nothing after the answer.`);
      await sleep(100);
    }
    await call('DELETE', `/api/agents/${id}`);
  } finally {
    child.kill();
  }
}

/** A question as it is on the page: it is asked, and answered. */
async function ask({ code }, { url, tokens }) {
  const response = await fetch(`${url}/api/questions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.http}`, 'content-type': 'application/json' },
    body: code,
  });
  if (response.status !== 201) throw new Error(await response.text());
}

/**
 * @param {{ folder: string, venv: string, url: string, library: string,
 *   call: (method: string, path: string, body?: unknown) => Promise<any>, step: (text: string) => void }} given
 */
export async function checkWays({ folder, venv, url, library, call, step }) {
  const python = join(venv, 'bin/python');
  const tokenFor = async (via) => (await call('POST', '/api/programs', { name: via, via })).token;
  const tokens = { http: await tokenFor('http'), mcp: await tokenFor('mcp') };
  const options = prepare({ folder, venv, url, tokens });
  const blocks = pagesTried().flatMap(blocksIn);
  for (const [at, block] of blocks.entries()) {
    const why = untried(block);
    if (why !== null) throw new Error(`${wordsOf(block)} ${why}.`);
    const suffix = { js: 'mjs', python: 'py' }[block.language] ?? block.language;
    block.file = `block_${at}.${suffix}`;
    writeFileSync(join(folder, block.file), block.code);
  }
  const inTypeScript = blocks.filter(({ language }) => language === 'ts');
  await compile({ blocks: inTypeScript, options, url, library, step });
  const stopAnswering = answerAll(call);
  const done = new Set();
  const ways = {
    run: (block) => runBlock(block, options, python),
    serve: (block) => {
      const added = blocks.find(({ page, kind }) => page === block.page && kind === 'add');
      return serve(block, { call, options, descriptor: JSON.parse(added.code) });
    },
    compile: () => {},
    parse: (block) => checkSyntax(block, join(folder, block.file), python),
    connect: (block) => connect(block, { url, tokens }),
    add: async ({ code }) => {
      await call('POST', '/api/agents', JSON.parse(code));
      await call('DELETE', `/api/agents/${JSON.parse(code).id}`);
    },
    ask: (block) => ask(block, { url, tokens }),
  };
  try {
    for (const block of blocks) {
      // The same lines that install are on several pages.
      const same = `${block.kind} ${block.code}`;
      if (done.has(same)) continue;
      done.add(same);
      try {
        await ways[block.kind](block);
      } catch (cause) {
        throw new Error(`${wordsOf(block)}: ${cause.message}`, { cause });
      }
    }
  } finally {
    await stopAnswering();
  }
  const counted = (kind) => blocks.filter((block) => block.kind === kind).length;
  step(`✓ ways in: ${blocks.length} blocks on ${pagesTried().length} pages, ${counted('run')} run`);
}
