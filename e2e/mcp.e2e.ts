import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 180_000 });

/** The newest open question, as soon as there is one. */
async function asked(stack: Stack): Promise<{ id: string; ask: string; taskId: string }> {
  let found: { id: string; ask: string; taskId: string } | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await stack.api<{ items: (typeof found & object)[] }>(
          '/api/prompts?state=open',
        );
        found = items[0];
        return items.length;
      },
      { intervals: [100] },
    )
    .toBe(1);
  if (found === undefined) throw new Error('unreachable');
  return found;
}

test('an MCP client gets its token in the settings, asks, is answered, has arguments edited, and withdraws a question', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/settings/programs`);
  await expect(page.getByText('No programs yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a program' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a program that asks' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Enter a name of at most 80 characters')).toBeVisible();
  await dialog.getByRole('button', { name: 'MCP' }).click();
  await dialog.getByLabel('Name').fill('Editor of Ana');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const once = page.getByRole('dialog', { name: 'Editor of Ana was added' });
  await expectAccessibleInBoth(page, 'token of an MCP client');
  const given = await once.locator('pre').first().innerText();
  const { url, headers } = JSON.parse(given).mcpServers.countersign;
  await expect(once.locator('pre').last()).toContainText('COUNTERSIGN_MCP_TOKEN');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsPhone(page, 'token of an MCP client');
  await page.setViewportSize({ width: 1280, height: 720 });
  await once.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByText('Has not called yet')).toBeVisible();

  const client = new Client(
    { name: 'editor', version: '9.1.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const { panel, answer, send } = inbox(page);

  const asking = client.callTool({
    name: 'ask_human',
    arguments: {
      message: 'In which city is the office?',
      schema: {
        type: 'object',
        properties: { city: { type: 'string', title: 'City' } },
        required: ['city'],
      },
    },
  });
  const question = await asked(stack);
  expect(question.ask).toBe('In which city is the office?');
  await openAt(page, stack, question.id);
  await expect(panel.getByText('Editor of Ana').first()).toBeVisible();
  await answer(/^(Edit|Fill in)/).click();
  await panel.getByRole('textbox', { name: /^City/ }).fill('Oslo');
  await expectAccessibleInBoth(page, 'question of an MCP client');
  await send(/^Send/).click();
  expect((await asking).structuredContent).toMatchObject({
    status: 'answered',
    answer: { city: 'Oslo' },
  });

  const approving = client.callTool({
    name: 'request_approval',
    arguments: { action: 'deploy', arguments: { service: 'billing', replicas: 3 }, risk: 'high' },
  });
  await openAt(page, stack, (await asked(stack)).id);
  await expect(panel.getByText('May the agent run deploy?').first()).toBeVisible();
  await answer('Edit').click();
  await panel.getByLabel(/^replicas/i).fill('1');
  await send('Send 1 edit').click();
  expect((await approving).structuredContent).toMatchObject({
    status: 'approved',
    arguments: { service: 'billing', replicas: 1 },
    edited: true,
  });

  const abort = new AbortController();
  const leaving = client.callTool(
    { name: 'ask_human', arguments: { message: 'Is anybody there?' } },
    { signal: abort.signal },
  );
  const left = await asked(stack);
  await openAt(page, stack, left.id);
  abort.abort();
  await expect(leaving).rejects.toThrow();
  await expect(panel.getByText(/The client cancelled its call/).first()).toBeVisible();

  await page.goto(`${stack.url}/settings/programs`);
  await expect(page.getByText('as editor 9.1.0')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke the token of Editor of Ana' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No programs yet')).toBeVisible();
  await expect(client.callTool({ name: 'notify', arguments: { message: 'Hm' } })).rejects.toThrow();
  await client.close();
});

test('an editor starts the program of its pasted configuration, asks over stdio, and is answered', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/settings/programs`);
  await page.getByRole('button', { name: 'Add a program' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a program that asks' });
  await dialog.getByRole('button', { name: 'MCP' }).click();
  await dialog.getByLabel('Name').fill('Editor of Bo');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const once = page.getByRole('dialog', { name: 'Editor of Bo was added' });
  const given = await once.locator('pre').last().innerText();
  const { command, args, env } = JSON.parse(given).mcpServers.countersign;
  expect(command).toBe('node');
  const program = fileURLToPath(new URL('../scripts/mcp.mjs', import.meta.url));
  const inPlace = args.map((one: string) => (one.endsWith('/scripts/mcp.mjs') ? program : one));
  await once.getByRole('button', { name: 'I have it' }).click();
  // The handshake of the revisions of 2025, which editors use.
  const client = new Client({ name: 'editor', version: '9.1.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: inPlace, env }));
  const asking = client.callTool({
    name: 'ask_human',
    arguments: { message: 'Which branch?', options: ['main', 'release'] },
  });
  await openAt(page, stack, (await asked(stack)).id);
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByText('Editor of Bo').first()).toBeVisible();
  await answer(/^(Edit|Fill in)/).click();
  await panel.getByRole('combobox', { name: /^Answer/ }).selectOption('release');
  await send(/^Send/).click();
  expect((await asking).structuredContent).toMatchObject({ status: 'answered', answer: 'release' });
  await client.close();
});

test('a program gets its token in the settings, asks over HTTP, and gets the answer of the browser', async ({
  console: page,
  stack,
}) => {
  await page.goto(`${stack.url}/settings/programs`);
  await page.getByRole('button', { name: 'Add a program' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a program that asks' });
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const once = page.getByRole('dialog', { name: 'Shop was added' });
  await expectAccessibleInBoth(page, 'token of a program over HTTP');
  const line = await once.locator('pre').first().innerText();
  expect(line).toContain(`curl ${stack.url}/api/questions`);
  await expect(once.locator('pre').last()).toHaveText(/^whsec_/);
  const authorization = /authorization: (Bearer cs_ask_[\w-]+)/.exec(line)?.[1] ?? '';
  await once.getByRole('button', { name: 'I have it' }).click();

  const posted = await fetch(`${stack.url}/api/questions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      ask: 'Refund 30 EUR to Ada?',
      payload: { amount: 30 },
      task: 'Refund B7',
      links: [{ title: 'The order', url: 'https://shop.example/orders/B7' }],
    }),
  });
  expect(posted.status).toBe(201);
  const { id, url } = await posted.json();
  const waiting = fetch(`${stack.url}/api/questions/${id}?wait=50`, { headers: { authorization } });
  await page.goto(url);
  const { panel, answer, send } = inbox(page);
  await expect(panel.getByText('Shop').first()).toBeVisible();
  await expect(panel.getByText('Refund B7').first()).toBeVisible();
  const link = panel.getByRole('link', { name: 'The order' });
  await expect(link).toHaveAttribute('href', 'https://shop.example/orders/B7');
  await expect(panel.getByText('shop.example')).toBeVisible();
  await answer('Edit').click();
  await panel.getByLabel(/^amount/i).fill('25');
  await send('Send 1 edit').click();
  expect(await (await waiting).json()).toMatchObject({
    status: 'answered',
    outcome: { type: 'edit', value: { amount: 25 }, how: 'operator' },
  });

  await page.goto(`${stack.url}/settings/programs`);
  await expect(page.getByText('HTTP', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Revoke the token of Shop' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No programs yet')).toBeVisible();
  const refused = await fetch(`${stack.url}/api/questions/${id}`, { headers: { authorization } });
  expect(refused.status).toBe(401);
});
