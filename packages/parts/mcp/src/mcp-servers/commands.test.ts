import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  adminToken,
  type Harness,
  type HarnessOptions,
  startHarness,
} from '@countersign/bff/testing/harness';
import { commandLine } from '@countersign/hai/command-url';
import type { HaiEvent } from '@countersign/hai/event';
import { silent } from '@countersign/server/telemetry/telemetry';
import { afterEach, expect, it } from 'vitest';

const program = fileURLToPath(
  new URL('../../../../testkit/src/command-server.mjs', import.meta.url),
);
const commandOf = (...args: string[]) =>
  `stdio:${commandLine([process.execPath, program, ...args])}`;

let harness: Harness;
let logged: string[];
afterEach(() => harness.close());

const tools = ['environment', 'echo', 'linger', 'fall', 'flood', 'ask'];

/** A server that starts commands, with one MCP server added as a command by an administrator. */
async function openShop(url: string, options: HarnessOptions = {}): Promise<void> {
  logged = [];
  const telemetry = { ...silent, notify: (_level: string, what: string) => void logged.push(what) };
  harness = await startHarness({ mcpCommands: true, telemetry, ...options });
  const mcp = { direct: tools };
  const headers = { WORKSHOP_KEY: 'planted-key-81d2' };
  const added = await harness.request('POST', '/api/agents', {
    ...{ id: 'shop', name: 'Shop', protocol: 'mcp', url, mcp, headers },
  });
  expect(added.status).toBe(201);
}

async function call(tool: string, args: object = {}): Promise<string> {
  const { body } = await harness.request('POST', '/api/tasks', {
    agentId: 'shop',
    input: { tool, arguments: args },
  });
  return String(body['taskId']);
}

const ended = (taskId: string, status: 'finished' | 'failed') =>
  harness.untilStatus(taskId, status);

const eventOf = (taskId: string, type: HaiEvent['type']) =>
  harness
    .events(taskId)
    .map(({ event }) => event)
    .find((event) => event.type === type);

async function resultOf(taskId: string): Promise<unknown> {
  await ended(taskId, 'finished');
  const event = eventOf(taskId, 'TOOL_CALL_RESULT');
  return JSON.parse(String(event && 'content' in event ? event.content : null));
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a command is added, tested, listed and called, with its own variables and none of ours', async () => {
  process.env['COUNTERSIGN_TEST_PLANTED'] = 'not for programs';
  await openShop(commandOf());
  const test = await harness.request('POST', '/api/agents/test', { url: commandOf() });
  expect(test.body['findings']).toMatchObject([
    { kind: 'good', suggestion: { protocol: 'mcp', name: 'Workshop at hand' } },
  ]);
  const { body } = await harness.request('GET', '/api/agents/shop/card');
  expect(body['card']).toMatchObject({
    name: 'Workshop at hand',
    interfaces: [{ transport: 'stdio', version: '2026-07-28' }],
  });
  const { variables } = (await resultOf(await call('environment'))) as {
    variables: Record<string, string>;
  };
  delete process.env['COUNTERSIGN_TEST_PLANTED'];
  expect(variables).toMatchObject({ WORKSHOP_KEY: 'planted-key-81d2', PATH: process.env['PATH'] });
  expect(Object.keys(variables).filter((name) => /COUNTERSIGN|NODE_|VITEST/.test(name))).toEqual(
    [],
  );
  const agent = await harness.request('GET', '/api/agents/shop');
  expect(agent.body).toMatchObject({ headerNames: ['WORKSHOP_KEY'] });
  expect(JSON.stringify(agent.body)).not.toContain('planted-key');
});

it('digits that JavaScript would lose reach it', async () => {
  await openShop(commandOf());
  const started = await harness.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    payload: '{"agentId":"shop","input":{"tool":"echo","arguments":{"id":90071992547409931}}}',
  });
  await ended(started.json().taskId, 'finished');
  expect(logged.join('\n')).toContain('received {"id":90071992547409931}');
});

it.each([
  ['the current revision', []],
  ['a revision of 2025, ended by any earlier request', ['legacy']],
])('what it asks in %s is answered by a person', async (_era, args) => {
  await openShop(commandOf(...args));
  const taskId = await call('ask');
  const prompt = await harness.untilPrompt(taskId, 'open');
  expect(prompt.origin).toMatchObject({ protocol: 'mcp', kind: 'elicitation' });
  const decided = await harness.request('POST', `/api/prompts/${prompt.id}/decisions`, {
    feedback: { type: 'edit', content: { value: { colour: 'green' } } },
    digest: prompt.digest,
    idempotencyKey: randomUUID(),
  });
  expect(decided.status).toBe(201);
  expect(await resultOf(taskId)).toEqual({ action: 'accept', content: { colour: 'green' } });
});

it('the program, and what it has started, end when the call is stopped', async () => {
  await openShop(commandOf());
  const taskId = await call('linger');
  const line = () => logged.map((one) => /lingering (\d+) (\d+)/.exec(one)).find(Boolean);
  await expect.poll(line, { timeout: 20_000 }).toBeTruthy();
  const pids = [1, 2].map((at) => Number(line()?.[at]));
  expect(pids.map(isRunning)).toEqual([true, true]);
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: randomUUID(),
  });
  await harness.untilStatus(taskId, 'stopped');
  await expect.poll(() => pids.map(isRunning), { timeout: 20_000 }).toEqual([false, false]);
});

it('a program that ends says why, without its secrets', async () => {
  await openShop(commandOf());
  const taskId = await call('fall');
  await ended(taskId, 'failed');
  const said = JSON.stringify(eventOf(taskId, 'RUN_ERROR'));
  expect(said).toContain('Its command ended (7) with the output: out of paint, key [secret]');
  expect(logged.join('\n')).not.toContain('planted-key');
});

it('a message without end ends the program', async () => {
  await openShop(commandOf());
  const taskId = await call('flood');
  await ended(taskId, 'failed');
  expect(eventOf(taskId, 'RUN_ERROR')).toMatchObject({
    message: 'It sent a message of more than 8 MB.',
  });
});

it('a command that cannot be started is a finding', async () => {
  harness = await startHarness({ mcpCommands: true });
  const { body } = await harness.request('POST', '/api/agents/test', {
    url: 'stdio:/no/such/program',
  });
  expect(body['findings']).toMatchObject([{ kind: 'bad' }]);
  expect(JSON.stringify(body)).toContain('ENOENT');
});

it('without the setting no command is added or started, and none of the file of agents either', async () => {
  const url = commandOf();
  const mcp = { direct: tools };
  harness = await startHarness({
    agents: [{ id: 'shop', name: 'Shop', protocol: 'mcp', url, mcp }],
  });
  const refused = await harness.request('POST', '/api/agents', {
    ...{ id: 'other', name: 'Other', protocol: 'mcp', url },
  });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ errors: [{ path: '/url' }] });
  expect(JSON.stringify(refused.body)).toContain('COUNTERSIGN_MCP_COMMANDS');
  const test = await harness.request('POST', '/api/agents/test', { url });
  expect(JSON.stringify(test.body)).toContain('COUNTERSIGN_MCP_COMMANDS');
  const taskId = await call('echo');
  await ended(taskId, 'failed');
  expect(JSON.stringify(eventOf(taskId, 'RUN_ERROR'))).toContain('COUNTERSIGN_MCP_COMMANDS');
});

it('only an MCP server can be a command, and another command needs the variables again', async () => {
  await openShop(commandOf());
  const other = { id: 'other', name: 'Other', protocol: 'ag-ui', url: commandOf() };
  expect((await harness.request('POST', '/api/agents', other)).status).toBe(400);
  const changed = await harness.request('PATCH', '/api/agents/shop', { url: commandOf('legacy') });
  expect(changed.body['type']).toMatch(/secret-needed$/);
});
