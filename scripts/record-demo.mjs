// Records the demo: starts the real server with the demo agents on an empty store, gives them tasks, answers what they ask, and
// writes what the server exports to apps/console/recordings. `npm run build:demo` shows it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const folder = 'apps/console/recordings';
const data = mkdtempSync(join(tmpdir(), 'countersign-record-'));
const port = 14_400;
const url = `http://127.0.0.1:${port}`;
const token = 'a-token-for-the-recording-only';
const children = [];

async function call(method, path, body) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}
const read = async (path) => JSON.parse(await call('GET', path));
const send = async (path, body) => JSON.parse(await call('POST', path, body));

/** Resolves with the first value that is not undefined. */
async function until(what, look) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(250);
  }
  throw new Error(`Not within 150 seconds: ${what}`);
}

/** Starts server and demo agents, and waits until they have found each other. */
async function start() {
  const child = spawn(process.execPath, ['scripts/countersign.mjs', 'start', '--demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      COUNTERSIGN_DATA: data,
      COUNTERSIGN_TOKEN: token,
      CREW_PORT_BASE: String(port),
      // As fast as nobody watches: an export has an event for each token, and each has its time.
      CREW_TOKEN_DELAY_MS: '12',
      CREW_CELL_MS: '1200',
      CREW_ARM_SPEED: '4',
      CREW_ARM_LOOK_MS: '900',
    },
  });
  children.push(child);
  createInterface({ input: child.stdout }).resume();
  await until('the services of the demo', async () => {
    const services = await read('/api/registry/services').catch(() => null);
    const artifacts = await read('/api/environment/artifacts').catch(() => null);
    return services?.all >= 7 && artifacts?.items.length >= 5 ? true : undefined;
  });
}

/** Starts a task; returns its id. */
const begin = async (agentId, body) => (await send('/api/tasks', { agentId, ...body })).taskId;

/** Answers whatever is asked until the run of a task has ended. `feedbackTo` gets the question. */
async function answerUntilEnd(taskId, feedbackTo) {
  const answered = new Set();
  await until(`the end of ${taskId}`, async () => {
    const { items } = await read('/api/prompts?state=open');
    for (const { id, digest, message } of items.filter((prompt) => !answered.has(prompt.id))) {
      answered.add(id);
      const body = { digest, idempotencyKey: randomUUID(), feedback: feedbackTo(message) };
      await send(`/api/prompts/${encodeURIComponent(id)}/decisions`, body);
    }
    // A call through the gateway is a task only when it may be made.
    const task = await read(`/api/tasks/${taskId}`).catch(() => null);
    return items.length === 0 && typeof task?.endedAt === 'number' ? true : undefined;
  });
}

const approve = () => ({ type: 'approve' });
const filled = (value) => ({ type: 'edit', content: { value } });
/** Fills in what the request does not say about the work, and approves the rest. */
const withPlace = ({ payload }) =>
  payload !== undefined && 'location' in payload
    ? filled({ ...payload, location: { country: 'DE', city: 'Leipzig' }, remote: 'hybrid-2' })
    : approve();

/** The tasks, in the order in which they are listed. Each returns the ids of what is recorded. */
const plays = [
  async function hiring() {
    const message =
      'Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December';
    const taskId = await begin('orchestrator', { message });
    await answerUntilEnd(taskId, withPlace);
    return { hiring: taskId };
  },
  async function radio() {
    const message = 'Downlink rate dropped at cell NTO-0440-2, seed 1';
    const taskId = await begin('radio-master', { message });
    await answerUntilEnd(taskId, approve);
    return { radio: taskId };
  },
  /** A goal, and the call of a tool that moves the arm: a task of its own, which a person approves. */
  async function robot() {
    const taskId = await begin('robot-executor', { message: 'Move the robot by 10 centimeters' });
    const tool = 'arm_utcp_operation';
    const value = { arguments: { body: 'move(10)' }, confirmation: tool };
    await answerUntilEnd(taskId, () => filled(value));
    const { items } = await read('/api/tasks?limit=100');
    const movement = items.find(({ title }) => title === tool).id;
    return { robot: taskId, tool: movement };
  },
  /** A program calls an agent through the gateway over A2A: people allow the call and answer what the agent asks. */
  async function gateway() {
    const service = 'recommender';
    await call('PUT', `/api/gateway/routes/to-${service}`, { service, agentProtocol: '' });
    await call('PUT', `/api/gateway/policies/to-${service}`, {
      ...{ callers: ['*'], approval: true, callsPerMinute: 60, callerMayAnswer: false },
      ...{ hosts: ['127.0.0.1'] },
    });
    const parts = [{ kind: 'text', text: 'Senior React contractor in Leipzig, up to 105 EUR' }];
    const message = { kind: 'message', messageId: randomUUID(), role: 'user', parts };
    const params = { message, configuration: { blocking: false } };
    const body = { jsonrpc: '2.0', id: 1, method: 'message/send', params };
    const { result, error } = await send(`/api/gateway/a2a/${service}`, body);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    await answerUntilEnd(result.id, withPlace);
    return { gateway: result.id };
  },
];

async function record() {
  await start();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const list = [];
  for (const play of plays) {
    for (const [name, taskId] of Object.entries(await play())) {
      const { title, agentName, startedAt, counts } = await read(`/api/tasks/${taskId}`);
      const lines = await call('GET', `/api/tasks/${taskId}/export`);
      writeFileSync(join(folder, `${name}.jsonl`), lines);
      list.push({ name, title, agentName, startedAt, events: counts.events });
      process.stdout.write(`${name}: ${title}, ${counts.events} events\n`);
    }
  }
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify({ recordings: list }, null, 2)}\n`);
}

try {
  await record();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await wait(2_000);
  rmSync(data, { recursive: true, force: true });
}
