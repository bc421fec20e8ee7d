// Tries the hooks with the coding agents themselves: `node scripts/try-coding-agents.mjs <folder> [agent…]`. In the folder the agents are
// installed by npm (`npm install @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai`): more than a gigabyte, so not in CI.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServers, program } from './build-servers.mjs';
import { startScriptedModel } from './scripted-model.mjs';

const [folder, ...only] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder in which the agents are installed.');
  process.exit(2);
}
buildServers();
const root = mkdtempSync(join(tmpdir(), 'countersign-agents-'));
const model = await startScriptedModel();
const url = `http://127.0.0.1:${20_000 + Math.floor(Math.random() * 20_000)}`;
const env = {
  ...process.env,
  ...{ HOME: root, XDG_CONFIG_HOME: join(root, '.config'), CODEX_HOME: join(root, '.codex') },
  ...{ PATH: `${resolve(folder, 'node_modules/.bin')}:${process.env.PATH}` },
  ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-ant-none', IS_SANDBOX: '1' },
  ...{ DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  ...{ GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_API_KEY: 'none', NO_KEY: 'none' },
  ...{ GEMINI_CLI_TRUST_WORKSPACE: 'true', COUNTERSIGN_URL: url },
};

const codexConfig = `model_provider = "none"
model = "none"
[model_providers.none]
name = "none"
base_url = "${model.url}/v1"
env_key = "NO_KEY"
wire_api = "responses"
request_max_retries = 0
`;
const opencodeConfig = {
  // OpenCode adds it itself.
  $schema: 'https://opencode.ai/config.json',
  model: 'none/none',
  provider: {
    none: {
      ...{ npm: '@ai-sdk/openai-compatible', name: 'none', models: { none: { name: 'none' } } },
      options: { baseURL: `${model.url}/v1`, apiKey: 'none' },
    },
  },
};
const geminiSettings = { security: { auth: { selectedType: 'gemini-api-key' } } };

/** How each is started without an account, and which files of its settings must be as before. */
const agents = {
  claude: {
    start: ['claude', '-p', 'x', '--output-format', 'json', '--allowedTools', 'Bash'],
    tool: (command) => ({ name: 'Bash', input: { command, description: 'A test' } }),
    files: { '.claude/settings.json': null },
  },
  codex: {
    start: [
      'codex',
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      'x',
    ],
    tool: (cmd) => ({ name: 'exec_command', input: { cmd } }),
    files: { '.codex/config.toml': codexConfig, '.codex/hooks.json': null },
  },
  gemini: {
    start: ['gemini', '-m', 'gemini-2.5-flash', '--output-format', 'json', '--yolo', '-p', 'x'],
    tool: (command) => ({ name: 'run_shell_command', input: { command, description: 'A test' } }),
    files: { '.gemini/settings.json': `${JSON.stringify(geminiSettings, null, '\t')}\n` },
  },
  opencode: {
    start: ['opencode', 'run', 'x'],
    tool: (command) => ({ name: 'bash', input: { command, description: 'A test' } }),
    files: {
      '.config/opencode/opencode.json': JSON.stringify(opencodeConfig),
      '.config/opencode/plugin/countersign.js': null,
    },
  },
};

let server = null;
async function startServer() {
  const words = ['start', '--port', new URL(url).port, '--data', join(root, 'data'), '--json'];
  const stdio = ['ignore', 'pipe', 'inherit'];
  server = spawn(process.execPath, [...program('countersign'), ...words], { env, stdio });
  await new Promise((ready) => server.stdout.once('data', ready));
}

async function api(path, body) {
  const token = readFileSync(join(root, 'data/token'), 'utf8').trim();
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function opened() {
  for (let tries = 0; tries < 600; tries += 1) {
    const { items = [] } = await api('/api/prompts?state=open').catch(() => ({}));
    if (items.length > 0) return api(`/api/prompts/${encodeURIComponent(items[0].id)}`);
    await sleep(100);
  }
  throw new Error('nothing was asked');
}

const command = (...words) =>
  spawnSync(process.execPath, [...program('countersign'), ...words, '--data', join(root, 'data')], {
    env,
    encoding: 'utf8',
  });

const edit = (payload) => ({
  type: 'edit',
  content: { value: { ...payload, command: 'touch edited.txt' } },
});
const cases = [
  ['approved', () => ({ type: 'approve' }), 'made.txt'],
  ['rejected', () => ({ type: 'reject', content: { reason: 'On a branch.' } }), ''],
  ['edited', edit, 'edited.txt'],
  ['server killed', () => ({ type: 'approve' }), 'made.txt', true],
];

async function tryCase(id, [name, feedbackFor, expected, isKilled = false]) {
  const { start, tool } = agents[id];
  const cwd = mkdtempSync(join(root, `${id}-`));
  model.calls = [tool('touch made.txt')];
  const [bin, ...words] = start;
  const options = { cwd, env: { ...env, PWD: cwd }, stdio: 'ignore' };
  const ended = new Promise((end) => spawn(bin, words, options).on('close', end));
  await opened();
  if (isKilled) {
    server.kill('SIGKILL');
    await sleep(1_500);
    await startServer();
  }
  const prompt = await opened();
  const feedback = feedbackFor(prompt.message.payload);
  const about = { digest: prompt.digest, idempotencyKey: crypto.randomUUID(), holdMs: 0 };
  await api(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, { feedback, ...about });
  await Promise.race([ended, sleep(60_000)]);
  const made = readdirSync(cwd)
    .filter((file) => file.endsWith('.txt'))
    .join();
  const isRead = name !== 'rejected' || model.seen.some((text) => text.includes('On a branch.'));
  return [name, made === expected && isRead];
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
let isWell = true;
await startServer();
for (const id of only.length > 0 ? only : Object.keys(agents)) {
  const { files, start } = agents[id];
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (text !== null) writeFileSync(join(root, path), text);
  }
  const version = spawnSync(start[0], ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  const seen = [['connected', command('connect', id, '--yes').status === 0]];
  for (const one of cases) {
    seen.push(await tryCase(id, one).catch((error) => [`${one[0]}: ${error.message}`, false]));
  }
  seen.push(['doctor', command('doctor').status === 0]);
  seen.push(['disconnected', command('disconnect', id).status === 0]);
  const isSame = Object.entries(files).every(([path, text]) => read(join(root, path)) === text);
  seen.push(['settings as before', isSame]);
  isWell &&= seen.every(([, isRight]) => isRight);
  console.log(
    `${id} ${version}: ${seen.map(([what, isRight]) => `${isRight ? '✓' : '✗'} ${what}`).join(', ')}`,
  );
}
server.kill('SIGKILL');
model.close();
process.exit(isWell ? 0 : 1);
