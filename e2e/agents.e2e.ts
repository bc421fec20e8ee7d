import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { startA2aAgent } from '@countersign/testkit/a2a-agent';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { runStatus } from './pages/console.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { startTask, taskPage } from './pages/task-page.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 180_000 });

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function serving(listener: Listener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { host: `127.0.0.1:${port}`, close };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add an agent' });

/** Pastes as from the clipboard of a terminal. */
async function pasteInto(page: Page, text: string) {
  await dialogOf(page)
    .getByLabel('Name')
    .evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
}

test('an agent is added by its bare URL and tested first; its protocol is detected', async ({
  console: page,
  stack,
}) => {
  const agent = await serving((request, response) => {
    if (request.headers.authorization !== 'Bearer let-me-in') {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"detail":"Who asks?"}');
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' });
    response.write('data: {"type":"RUN_STARTED"}\n\n');
    response.write(
      'event: TEXT_MESSAGE_CHUNK\ndata: {"messageId":"msg-1","role":"assistant","delta":"Hello"}\n\n',
    );
    response.end('data: {"type":"RUN_FINISHED"}\n\n');
  });
  try {
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Name').fill('Trip planner');
    await expect(dialog.getByLabel(/^Id/)).toHaveValue('trip-planner');
    await dialog.getByLabel(/^URL/).fill(`${agent.host}/x`);
    await expect(dialog.getByText(`Read as http://${agent.host}/x`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText(/It answers \(HTTP 401\)/)).toBeVisible();
    await expect(dialog.getByText(/add an Authorization header here/)).toBeVisible();
    await expectAccessible(page, 'the dialog after a refusal');

    await dialog.getByLabel(/^Headers/).fill('Authorization: Bearer let-me-in');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText('It answers (HTTP 405).')).toBeVisible();
    await expect(dialog.getByText(/add an Authorization header here/)).toHaveCount(0);
    await expect(dialog.getByText(/A full test starts a real run/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Start a test run' }).click();
    await expect(dialog.getByText('It uses AG-UI.')).toBeVisible();
    await expect(dialog.getByText('The run ended normally.')).toBeVisible();
    await dialog.getByRole('button', { name: /^(Save|Add)/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Protocol not known yet')).toBeVisible();

    const taskId = await startTask(stack, 'trip-planner', 'Say hello');
    await runStatus(stack, taskId, 'finished');
    await page.reload();
    await expect(page.getByText('AG-UI, detected')).toBeVisible();
  } finally {
    await agent.close();
  }
});

test('a pasted descriptor fills the form; an agent that cannot stop is cut off and its status is requested', async ({
  console: page,
  stack,
}) => {
  let status = 'running';
  const agent = await serving((request, response) => {
    if (request.url === '/control') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ runId: 'run', status }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"type":"RUN_STARTED"}\n\n');
    response.write(
      'data: {"type":"TEXT_MESSAGE_CHUNK","messageId":"chatcmpl-9d5a4c7b8a540f6f5e2a9b11","role":"assistant","delta":"I count the stars"}\n\n',
    );
  });
  try {
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).click();
    const printed = {
      id: 'star-counter',
      name: 'Star counter',
      url: `http://${agent.host}/agent`,
      control: { url: `http://${agent.host}/control`, actions: ['status'] },
    };
    await pasteInto(page, JSON.stringify(printed, null, 2));
    const dialog = dialogOf(page);
    await expect(dialog.getByText('Filled from the pasted descriptor.')).toBeVisible();
    await expect(dialog.getByLabel(/^Id/)).toHaveValue('star-counter');
    await dialog.getByRole('button', { name: /^(Save|Add)/ }).click();
    await expect(dialog).toHaveCount(0);

    const taskId = await startTask(stack, 'star-counter', 'Count them');
    const { open, stream, control } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText('I count the stars')).toBeVisible();
    await control.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/It cannot stop: the server closes its stream/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop task' }).click();
    await runStatus(stack, taskId, 'cut-off');
    const header = page.locator('.task-head');
    await expect(header.getByText('Cut off, may still run')).toBeVisible();
    await expect(
      header.getByText(/did not confirm that it stopped, so it may still run/),
    ).toBeVisible();
    // The server requested the status automatically; the agent answered that it is running.
    await expect(header.getByText('it is running', { exact: true })).toBeVisible();
    await expect(stream.getByText(/was cut off after/)).toBeVisible();
    await expectAccessible(page, 'a task that was cut off');

    await page.goto(`${stack.url}/tasks?state=cut`);
    await expect(page.getByRole('link', { name: /Count them/ })).toBeVisible();
    await expect(
      page.getByText('Cut off, may still run').filter({ visible: true }).first(),
    ).toBeVisible();
    await page.goto(`${stack.url}/wall`);
    const tile = page.getByRole('article', { name: /Count them/ });
    await expect(tile.getByText('Cut off, may still run')).toBeVisible();
    await expect(tile.getByText(/The agent did not confirm that it stopped/)).toBeVisible();

    status = 'stopped';
    await open(taskId);
    await header.getByRole('button', { name: 'Status' }).click();
    await runStatus(stack, taskId, 'stopped');
    await expect(header.getByText('it has stopped')).toBeVisible();
    await expect(header.getByText('Cut off, may still run')).toHaveCount(0);
  } finally {
    await agent.close();
  }
});

test('stored headers are not sent to a changed address: they must be entered again', async ({
  console: page,
  stack,
}) => {
  const headers = { authorization: 'Bearer sk-9d5a4c7b8a540f6f5e2a9b11' };
  const url = 'http://127.0.0.1:4500/';
  await stack.api('/api/agents', { body: { id: 'ledger', name: 'Ledger', url, headers } });
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('button', { name: 'Edit Ledger' }).click();
  await page.getByLabel(/^URL/).fill('http://127.0.0.1:4811/');
  await page.getByRole('button', { name: 'Save' }).click();
  const field = page.getByLabel('Headers', { exact: true });
  await expect(field).toHaveAccessibleDescription(/not entered for http:\/\/127\.0\.0\.1:4811/);
  await expect(field).toBeFocused();
  await expectAccessible(page, 'an agent whose secret is asked for again');
  await page.getByLabel('Remove the headers that the server keeps').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const after = await stack.api<{ url: string; headerNames: string[] }>('/api/agents/ledger');
  expect(after).toMatchObject({ url: 'http://127.0.0.1:4811/', headerNames: [] });
});

test('an MCP server and an A2A agent are added by the address of their host alone', async ({
  console: page,
  stack,
}) => {
  const tools = await startMcpServer('2025', {});
  const planner = await startA2aAgent();
  // Only its path /mcp is that of the MCP server.
  const host = await serving((request, response) => {
    if (request.url !== '/mcp') {
      response.writeHead(404).end();
      return;
    }
    const { method, headers } = request;
    const onward = httpRequest(tools.url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    request.pipe(onward.on('error', () => response.destroy()));
  });
  try {
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    const dialog = dialogOf(page);
    const test = dialog.getByRole('button', { name: 'Test', exact: true });
    const save = dialog.getByRole('button', { name: /^(Save|Add)/ });
    await expect(dialog.getByLabel(/^URL/)).toBeFocused();
    await page.keyboard.type(host.host);
    await test.click();
    await expect(
      dialog.getByText(`At http://${host.host}/mcp is an MCP server.`, { exact: true }),
    ).toBeVisible();
    const use = dialog.getByRole('button', { name: 'Use this address' });
    await expectAccessibleInBoth(page, 'an address that was found');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'an address that was found');
    await use.click();
    const line = dialog.getByText('Filled in: URL, Protocol, Name, Description.');
    await expect(line).toBeFocused();
    await expectFitsPhone(page, 'what was found is filled in');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessibleInBoth(page, 'what was found is filled in');
    await save.click();
    await expect(dialog).toHaveCount(0);
    expect(await stack.api('/api/agents/workshop')).toMatchObject({
      name: 'Workshop',
      protocol: 'mcp',
      url: `http://${host.host}/mcp`,
      description: 'Tools of a workshop.',
    });

    const { name } = JSON.parse(planner.card) as { name: string };
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    await dialog.getByLabel(/^URL/).fill(planner.origin);
    await test.click();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await expect(dialog.getByLabel(/^Name/)).toHaveValue(name);
    await save.click();
    await expect(dialog).toHaveCount(0);
    const { items } = await stack.api<{ items: { name: string }[] }>('/api/agents');
    expect(items.find((one) => one.name === name)).toMatchObject({
      protocol: 'a2a',
      url: planner.origin,
    });
  } finally {
    await host.close();
    await planner.close();
    await tools.close();
  }
});
