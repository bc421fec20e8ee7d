import { fileURLToPath } from 'node:url';
import type { Prompt } from '@countersign/api/prompt';
import { commandLine } from '@countersign/hai/command-url';
import { promptsOf } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { openAt } from '../pages/desk.ts';
import { taskPage } from '../pages/task-page.ts';
import type { Stack } from '../stack.ts';
import { checked } from './checked.ts';
import { callApproved, connectAgent, environmentOptions, registerService } from './environment.ts';
import { expect, testAgainst } from './fixtures.ts';

const test = testAgainst('mcp-everything');
test.use({ stackOptions: { crew: false, env: { COUNTERSIGN_MCP_COMMANDS: 'on' } } });

const program = fileURLToPath(
  new URL(
    'mcp-everything/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
    import.meta.url,
  ),
);

const roots = [{ uri: 'file:///srv/everything', name: 'Everything' }];

/** Connects the server; its tools are called without approval unless `direct` says otherwise. */
const connect = (
  stack: Stack,
  url: string,
  mcp: { direct?: string[]; roots?: typeof roots },
): Promise<unknown> =>
  stack.api('/api/agents', {
    body: { id: 'everything', name: 'Everything', protocol: 'mcp', url, mcp },
  });

async function call(stack: Stack, tool: string, args: object = {}): Promise<string> {
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId: 'everything', input: { tool, arguments: args } },
  });
  return taskId;
}

/** The open question of this kind, as soon as there is one. */
async function asked(stack: Stack, taskId: string, kind: string): Promise<Prompt> {
  const find = async () =>
    (await promptsOf(stack, taskId)).find(
      ({ state, origin }) => state === 'open' && origin.kind === kind,
    );
  await expect.poll(find, { message: `a question of the kind ${kind}` }).toBeDefined();
  return (await find())!;
}

/** What the call returned, as soon as its run has ended. */
async function resultOf(stack: Stack, taskId: string): Promise<string> {
  const status = async () =>
    (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus;
  await expect.poll(status).toBe('finished');
  const { items } = await stack.api<{ items: { event: { type: string; content?: unknown } }[] }>(
    `/api/tasks/${taskId}/events?limit=1000`,
  );
  expect(JSON.stringify(items)).not.toContain('countersign.anomaly');
  const { event } = items.find((item) => item.event.type === 'TOOL_CALL_RESULT')!;
  return typeof event.content === 'string' ? event.content : JSON.stringify(event.content);
}

const answer = (stack: Stack, prompt: Prompt, feedback: object) =>
  stack.api(`/api/prompts/${encodeURIComponent(prompt.id)}/decisions`, {
    body: { digest: prompt.digest, idempotencyKey: `answer-${prompt.id}`, feedback },
  });

const answerInWords = (stack: Stack, prompt: Prompt, value: object) =>
  answer(stack, prompt, { type: 'edit', content: { value } });

test('its tools, resources and prompts are listed, and a call is approved and made', async ({
  console: page,
  stack,
  counterpart,
}) => {
  await connect(stack, counterpart.urls['url']!, { roots });
  await page.goto(`${stack.url}/agents/everything`);
  const tools = page.getByRole('region', { name: 'Tools to call' });
  for (const tool of ['Echo Tool', 'Trigger Elicitation Request Tool', 'Get Roots List Tool']) {
    await expect(tools.getByText(tool, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('architecture.md').first()).toBeVisible();
  await tools.getByRole('button', { name: 'Call Echo Tool' }).click();
  const calling = page.getByRole('dialog', { name: 'Call Echo Tool' });
  await calling.getByLabel(/^Message/i).fill('Is anybody there?');
  await calling.getByRole('button', { name: /^Call/ }).click();
  await page.waitForURL(/\/tasks\/[0-9a-f-]+/);
  const taskId = /\/tasks\/([0-9a-f-]+)/.exec(page.url())![1]!;
  await openAt(page, stack, (await asked(stack, taskId, 'approval')).id);
  await inbox(page).answer('Approve').click();
  await inbox(page).send('Send approval').click();
  await inbox(page).expectAcknowledged();
  await taskPage(page, stack).open(taskId);
  await expect(
    taskPage(page, stack).stream.getByText('Echo: Is anybody there?').first(),
  ).toBeVisible();
});

test('an elicitation with every kind of field is filled in, and its values reach the server', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const direct = ['trigger-elicitation-request'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const taskId = await call(stack, 'trigger-elicitation-request');
  await openAt(page, stack, (await asked(stack, taskId, 'elicitation')).id);
  const { panel, answer: choose, send, expectAcknowledged } = inbox(page);
  await choose('Fill in').click();
  await panel.getByRole('textbox', { name: /^String(?! with)/ }).fill('Ada Lovelace');
  await panel.getByRole('textbox', { name: /^String with email/ }).fill('ada@example.com');
  await panel.getByRole('checkbox', { name: /Piano/ }).check();
  await send('Send answer').click();
  await expectAcknowledged();
  const result = await resultOf(stack, taskId);
  const raw = JSON.parse(result.slice(result.indexOf('Raw result: ') + 12));
  expect(raw).toMatchObject({
    action: 'accept',
    content: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      firstLine: 'It was a dark and stormy night.',
      integer: 42,
      number: 3.14,
      untitledSingleSelectEnum: 'Monica',
      untitledMultipleSelectEnum: ['Guitar', 'Piano'],
      titledSingleSelectEnum: 'hero-1',
      titledMultipleSelectEnum: ['fish-1'],
      legacyTitledEnum: 'pet-1',
    },
  });
});

test('an elicitation takes a value for each of its fields, and a declined one is declined', async ({
  stack,
  counterpart,
}) => {
  const direct = ['trigger-elicitation-request'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const taskId = await call(stack, 'trigger-elicitation-request');
  const value = {
    name: 'Ada Lovelace',
    check: true,
    firstLine: 'Call me Ishmael.',
    email: 'ada@example.com',
    homepage: 'https://ada.example/',
    birthdate: '1815-12-10',
    integer: 7,
    number: 2.5,
    untitledSingleSelectEnum: 'Ross',
    untitledMultipleSelectEnum: ['Drums', 'Bass'],
    titledSingleSelectEnum: 'hero-3',
    titledMultipleSelectEnum: ['fish-2', 'fish-3'],
    legacyTitledEnum: 'pet-4',
  };
  await answerInWords(stack, await asked(stack, taskId, 'elicitation'), value);
  const result = await resultOf(stack, taskId);
  expect(JSON.parse(result.slice(result.indexOf('Raw result: ') + 12))).toMatchObject({
    action: 'accept',
    content: value,
  });
  const again = await call(stack, 'trigger-elicitation-request');
  await answer(stack, await asked(stack, again, 'elicitation'), { type: 'reject' });
  expect(await resultOf(stack, again)).toContain('User declined');
});

test('an address is opened by a person, asked for by a request and by an error', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const direct = ['trigger-url-elicitation'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const url = 'https://bank.example/pay?invoice=61';
  const taskId = await call(stack, 'trigger-url-elicitation', { url });
  await openAt(page, stack, (await asked(stack, taskId, 'url')).id);
  const { panel, answer: choose, send, expectAcknowledged } = inbox(page);
  await expect(panel.getByText('The address is at https://bank.example.').first()).toBeVisible();
  await choose('Approve').click();
  await send('Send approval').click();
  await expectAcknowledged();
  expect(await resultOf(stack, taskId)).toContain('User completed the URL elicitation flow');

  const failing = await call(stack, 'trigger-url-elicitation', { url, errorPath: true });
  const first = await asked(stack, failing, 'url');
  expect(first.message.explanation).toContain('https://modelcontextprotocol.io');
  await answer(stack, first, { type: 'approve' });
  const find = async () =>
    (await promptsOf(stack, failing)).find(({ id, state }) => state === 'open' && id !== first.id);
  await expect.poll(find).toBeDefined();
  await answer(stack, (await find())!, { type: 'approve' });
  expect(await resultOf(stack, failing)).toContain(`URL: ${url}`);
});

test('a sampling request is shown, and answered by hand', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const direct = ['trigger-sampling-request'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const taskId = await call(stack, 'trigger-sampling-request', { prompt: 'Name a colour.' });
  await openAt(page, stack, (await asked(stack, taskId, 'sampling')).id);
  const { panel, answer: choose, send, expectAcknowledged } = inbox(page);
  await expect(panel.getByText(/context: Name a colour\./)).toBeVisible();
  await expect(panel.getByText('You are a helpful test server.')).toBeVisible();
  await choose('Fill in').click();
  await panel.getByRole('textbox', { name: /^Answer/ }).fill('Green');
  await send('Send answer').click();
  await expectAcknowledged();
  expect(await resultOf(stack, taskId)).toContain('"text": "Green"');
});

test('roots are given as configured, or as none, and nobody is asked', async ({
  stack,
  counterpart,
}) => {
  const direct = ['get-roots-list'];
  await connect(stack, counterpart.urls['url']!, { direct });
  const taskId = await call(stack, 'get-roots-list');
  expect(await resultOf(stack, taskId)).not.toContain('file:///');
  expect(await promptsOf(stack, taskId)).toEqual([]);
  await stack.api('/api/agents/everything', { method: 'PATCH', body: { mcp: { direct, roots } } });
  const configured = await call(stack, 'get-roots-list');
  expect(await resultOf(stack, configured)).toContain('1. Everything');
  expect(await promptsOf(stack, configured)).toEqual([]);
});

test('pictures, resources and structured content of results are shown', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const direct = [
    ...['get-tiny-image', 'get-resource-reference', 'get-resource-links'],
    ...['get-structured-content', 'get-annotated-message'],
  ];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const { open, stream } = taskPage(page, stack);
  const ended = async (tool: string, args: object = {}) => {
    const taskId = await call(stack, tool, args);
    const result = await resultOf(stack, taskId);
    await open(taskId);
    return result;
  };
  await ended('get-tiny-image');
  await expect(stream.getByRole('img').first()).toBeVisible();
  await ended('get-resource-reference', { resourceType: 'Text', resourceId: 3 });
  await expect(stream.getByText(/Resource 3: This is a plaintext resource/).first()).toBeVisible();
  await ended('get-resource-links', { count: 2 });
  await expect(stream.getByText(/demo:\/\/resource\/dynamic\/text\/2/).first()).toBeVisible();
  const weather = await ended('get-structured-content', { location: 'New York' });
  expect(JSON.parse(weather)).toMatchObject({ temperature: 33, conditions: 'Cloudy' });
  await ended('get-annotated-message', { messageType: 'error', includeImage: true });
  await expect(stream.getByText(/Error: Operation failed/).first()).toBeVisible();
});

test('progress is shown, and a stopped call is cancelled', async ({
  console: page,
  stack,
  counterpart,
}) => {
  const direct = ['trigger-long-running-operation'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const taskId = await call(stack, 'trigger-long-running-operation', { duration: 300, steps: 600 });
  const { open, control, stream } = taskPage(page, stack);
  await open(taskId);
  await expect(stream.getByText('Progress').first()).toBeVisible();
  const events = async () => JSON.stringify(await stack.api(`/api/tasks/${taskId}/events`));
  await expect.poll(events).toContain('"progress":3,"total":600');
  await control.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop task' }).click();
  await expect(page.locator('.task-head').getByText('Stopped', { exact: true })).toBeVisible();
});

test('as a command over stdio it is listed, asks, and is answered', async ({ stack }) => {
  const direct = ['trigger-elicitation-request', 'get-env'];
  const url = `stdio:${commandLine([process.execPath, program, 'stdio'])}`;
  await connect(stack, url, { direct, roots });
  const { card } = await stack.api<{
    card: { interfaces: object[]; offers: { tools: { name: string }[] } };
  }>('/api/agents/everything/card');
  expect(card.interfaces).toMatchObject([{ transport: 'stdio', version: '2025-11-25' }]);
  expect(card.offers.tools.map(({ name }) => name)).toContain('trigger-sampling-request');
  const variables = JSON.parse(await resultOf(stack, await call(stack, 'get-env')));
  expect(Object.keys(variables)).toContain('PATH');
  expect(JSON.stringify(variables)).not.toContain('COUNTERSIGN');
  const taskId = await call(stack, 'trigger-elicitation-request');
  const prompt = await asked(stack, taskId, 'elicitation');
  await answerInWords(stack, prompt, { name: 'Ada Lovelace', check: true });
  expect(await resultOf(stack, taskId)).toContain('Ada Lovelace');
});

test('a long call is a task that outlives a restart of our server, and asks in its middle', async ({
  stack,
  counterpart,
}) => {
  const direct = ['simulate-research-query'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const taskId = await call(stack, 'simulate-research-query', { topic: 'python', ambiguous: true });
  const { id } = await asked(stack, taskId, 'elicitation');
  await stack.killServer('SIGKILL');
  await stack.startServer();
  const prompt = await asked(stack, taskId, 'elicitation');
  expect(prompt.id).toBe(id);
  await expect
    .poll(async () => JSON.stringify(await stack.api(`/api/tasks/${taskId}/events?limit=1000`)))
    .toContain('Joined again.');
  await answerInWords(stack, prompt, { interpretation: 'snake' });
  expect(await resultOf(stack, taskId)).toContain('Research Report: python (snake)');
});

test('a long call that is stopped is cancelled', async ({ stack, counterpart }) => {
  const direct = ['simulate-research-query'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const taskId = await call(stack, 'simulate-research-query', { topic: 'python', ambiguous: true });
  await asked(stack, taskId, 'elicitation');
  await stack.api(`/api/tasks/${taskId}/control`, {
    body: { action: 'stop', idempotencyKey: 'stop-research' },
  });
  const status = async () =>
    (await stack.api<{ runStatus: string }>(`/api/tasks/${taskId}`)).runStatus;
  await expect.poll(status).toBe('stopped');
});

test('an elicitation and a sampling that the server makes as tasks are answered', async ({
  stack,
  counterpart,
}) => {
  const direct = ['trigger-elicitation-request-async', 'trigger-sampling-request-async'];
  await connect(stack, counterpart.urls['url']!, { direct, roots });
  const filling = await call(stack, 'trigger-elicitation-request-async');
  const form = await asked(stack, filling, 'elicitation');
  await answerInWords(stack, form, { name: 'Ada Lovelace', favoriteColor: 'Green' });
  expect(await resultOf(stack, filling)).toContain('[COMPLETED] User provided');
  const thinking = await call(stack, 'trigger-sampling-request-async', { prompt: 'A colour?' });
  await answerInWords(stack, await asked(stack, thinking, 'sampling'), { text: 'Green' });
  expect(await resultOf(stack, thinking)).toContain('Green');
  const declined = await call(stack, 'trigger-elicitation-request-async');
  await answer(stack, await asked(stack, declined, 'elicitation'), { type: 'reject' });
  expect(await resultOf(stack, declined)).toContain('[DECLINED]');
});

test('the check of the protocol recognises it, and accuses it of nothing', async ({
  counterpart,
}) => {
  const { speaks, noted } = await checked(counterpart.urls['url']!, 'Hello');
  expect(speaks).toBe('mcp');
  expect(noted).toEqual({
    'mcp.foreign-origin': 'warn: It was accepted.',
    'mcp.elicitation': 'skip: The call asked nothing.',
    'mcp.structured': 'skip: The tool declares no structured result, or it failed.',
  });
});

test.describe('as a service of the environment', () => {
  test.use({ stackOptions: environmentOptions });

  test('its tools and resources are signifiers: one is read, one is called after an approval', async ({
    console: page,
    stack,
    counterpart,
  }) => {
    const { signifiers } = await registerService(stack, {
      ...{ name: 'everything', kind: 'mcp', url: counterpart.urls['url']! },
    });
    const labels = signifiers.map(({ signifier }) => signifier.label);
    expect(labels).toEqual(
      expect.arrayContaining(['everything_echo', 'everything_architecture.md']),
    );
    const agent = await connectAgent(stack);
    const read = await agent.call('everything_architecture.md', {});
    expect(read).toMatchObject({ state: 'done' });
    expect(JSON.stringify(read['result'])).toContain('Everything Server');
    const echo = { agent, label: 'everything_echo', args: { message: 'Is anybody there?' } };
    const outcome = await callApproved(page, stack, echo);
    expect(outcome).toMatchObject({ state: 'done' });
    expect(JSON.stringify(outcome['result'])).toContain('Echo: Is anybody there?');
  });
});
