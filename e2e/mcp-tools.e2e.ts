import { startMcpServer, type TestMcpServer } from '@countersign/testkit/mcp-server';
import { expect, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { chineseScreens } from './pages/chinese-screens.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { taskPage } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });
test.describe.configure({ timeout: 240_000 });

const form = {
  message: 'Which colour for the north wall?',
  requestedSchema: {
    type: 'object',
    properties: {
      colour: { type: 'string', title: 'Colour', description: 'One word.' },
      coats: { type: 'integer', title: 'Coats', minimum: 1, default: 2 },
    },
    required: ['colour'],
  },
} as const;

const question = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Name a colour.' } }],
  maxTokens: 20,
} as const;

const shown = (value: unknown) => ({
  content: [{ type: 'text', text: `Got ${JSON.stringify(value)}` }],
});

/** The tools of a workshop, in the revisions of 2025: the server asks during the call. */
async function withWorkshop(play: (server: TestMcpServer) => Promise<void>): Promise<void> {
  const server = await startMcpServer('2025', {
    paint: {
      listed: {
        title: 'Paint a wall',
        description: 'Paints one wall in the colour that a person names.',
        inputSchema: {
          type: 'object',
          properties: { wall: { type: 'string', title: 'Wall' } },
          required: ['wall'],
        },
        annotations: { readOnlyHint: false, openWorldHint: true },
      },
      call: async ({ context }) =>
        shown(
          await context.mcpReq.send(
            { method: 'elicitation/create', params: form },
            { timeout: 600_000 },
          ),
        ),
    },
    think: {
      listed: { title: 'Think' },
      call: async ({ context }) =>
        shown(
          await context.mcpReq.send(
            { method: 'sampling/createMessage', params: question },
            { timeout: 600_000 },
          ),
        ),
    },
    wait: {
      listed: { title: 'Wait', annotations: { destructiveHint: true } },
      call: () => new Promise(() => {}),
    },
  });
  try {
    await play(server);
  } finally {
    await server.close();
  }
}

/** Calls a tool over the API; returns the id of its task. */
async function call(stack: Stack, agentId: string, tool: string): Promise<string> {
  const { taskId } = await stack.api<{ taskId: string }>('/api/tasks', {
    body: { agentId, input: { tool, arguments: {} } },
  });
  return taskId;
}

async function asked(stack: Stack, taskId: string, ask: string): Promise<string> {
  const find = async () =>
    (await promptsOf(stack, taskId)).find((one) => one.ask === ask && one.state === 'open')?.id;
  await expect.poll(find).toBeDefined();
  return (await find())!;
}

test('an MCP server is connected, its tool called by form, and its elicitation answered', ({
  console: page,
  stack,
  browser,
}) =>
  withWorkshop(async (server) => {
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an agent' });
    await dialog.getByLabel('Name').fill('Workshop');
    await dialog.getByLabel(/^URL/).fill(server.url);
    await dialog.getByLabel('Protocol').selectOption('mcp');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText(/Its card names it “Workshop”/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Start a test run' })).toHaveCount(0);
    await dialog.getByLabel('Tools called without approval').fill('think\nthinc');
    await dialog.getByLabel('Folders it may use').selectOption('these');
    await dialog.getByLabel('Folders', { exact: true }).fill('/srv/north wall');
    await expectAccessibleInBoth(page, 'the form of an MCP server');
    await dialog.getByRole('button', { name: /^(Save|Add)/ }).click();
    await page.getByRole('link', { name: 'Workshop', exact: true }).click();
    const tools = page.getByRole('region', { name: 'Tools to call' });
    await expect(tools.getByText('Paint a wall')).toBeVisible();
    await expect(tools.getByText('Claims of the server, not verified: destructive')).toBeVisible();
    await expect(tools.getByText('Called without approval', { exact: true })).toHaveCount(1);
    await expect(tools.getByText('but not listed: thinc')).toBeVisible();
    const folders = page.getByRole('region', { name: 'Folders' });
    await expect(folders.getByText('file:///srv/north%20wall')).toBeVisible();
    await expectAccessibleInBoth(page, 'the page of an MCP server');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'the page of an MCP server');
    await page.setViewportSize({ width: 1440, height: 900 });

    await tools.getByRole('button', { name: 'Call Paint a wall' }).click();
    const calling = page.getByRole('dialog', { name: 'Call Paint a wall' });
    await calling.getByRole('button', { name: /^Call/ }).click();
    await expect(calling.getByRole('alert')).toHaveText('Correct the marked fields first');
    await calling.getByLabel('Wall').fill('north');
    await expectAccessibleInBoth(page, 'the form of a tool');
    await calling.getByRole('button', { name: /^Call/ }).click();
    await page.waitForURL(/\/tasks\/[0-9a-f-]+/);
    const taskId = /\/tasks\/([0-9a-f-]+)/.exec(page.url())![1]!;
    const attach = page.getByRole('button', { name: 'Attach', exact: true });
    await expect(attach).toBeDisabled();
    await expect(attach).toHaveAttribute('title', 'This agent accepts no attachments');

    const { panel, answer, send, expectAcknowledged } = inbox(page);
    await openAt(page, stack, await asked(stack, taskId, 'Call Paint a wall (paint) on Workshop?'));
    await expect(panel.getByText('Tool call').first()).toBeVisible();
    const quoted = 'Paints one wall in the colour that a person names.';
    await expect(panel.locator('q', { hasText: quoted })).toHaveText(quoted);
    await expectAccessibleInBoth(page, 'the approval of a tool call');
    const chinese = await chineseScreens(browser, stack);
    const { items } = await stack.api<{ items: { id: string }[] }>('/api/agents');
    await chinese.expectAccessible(
      `/agents/${items[0]!.id}`,
      'the page of an MCP server',
      (shown) => shown.getByRole('region', { name: '可调用的工具' }).getByText('Paint a wall'),
    );
    await chinese.page.getByRole('button', { name: '调用 Paint a wall' }).click();
    await expect(chinese.page.getByRole('dialog').getByLabel('Wall')).toBeVisible();
    await chinese.expectFits('the form of a tool');
    await chinese.expectAccessible(
      new URL(page.url()).pathname,
      'the approval of a tool call',
      (shown) => shown.locator('q', { hasText: quoted }),
    );
    await answer('Approve').click();
    await send('Send approval').click();
    await expectAcknowledged();

    await openAt(page, stack, await asked(stack, taskId, `Workshop asks: ${form.message}`));
    await expect(panel.getByText('Elicitation').first()).toBeVisible();
    await answer('Fill in').click();
    await panel.getByRole('textbox', { name: /^Colour/ }).fill('red');
    await expectAccessibleInBoth(page, 'an elicitation');
    await chinese.expectAccessible(new URL(page.url()).pathname, 'an elicitation', (shown) =>
      shown.getByText('信息征询'),
    );
    await send('Send answer').click();
    await expectAcknowledged();
    const { open, stream } = taskPage(page, stack);
    await open(taskId);
    await expect(page.locator('.task-head').getByText('Finished', { exact: true })).toBeVisible();
    await expect(stream.getByText(/"action":"accept".*"colour":"red"/).first()).toBeVisible();
    await expectAccessibleInBoth(page, 'the task of a call');
    await chinese.expectAccessible(`/tasks/${taskId}`, 'the task of a call', (shown) =>
      shown.getByText(/"action":"accept"/),
    );
    await chinese.close();
  }));

test('a sampling request is answered by hand, and a call is stopped', ({ console: page, stack }) =>
  withWorkshop(async (server) => {
    await stack.api('/api/agents', {
      body: {
        ...{ id: 'workshop', name: 'Workshop', protocol: 'mcp', url: server.url },
        mcp: { direct: ['think'] },
      },
    });
    const thinking = await call(stack, 'workshop', 'think');
    const ask = 'Workshop asks for the answer of a language model.';
    await openAt(page, stack, await asked(stack, thinking, ask));
    const { panel, answer, send, expectAcknowledged } = inbox(page);
    await expect(panel.getByText('Name a colour.')).toBeVisible();
    await answer('Fill in').click();
    await panel.getByRole('textbox', { name: /^Answer/ }).fill('Green');
    await expectAccessibleInBoth(page, 'a sampling request');
    await send('Send answer').click();
    await expectAcknowledged();
    const { open, stream } = taskPage(page, stack);
    await open(thinking);
    await expect(stream.getByText(/"model":"human"/).first()).toBeVisible();

    const waiting = await call(stack, 'workshop', 'wait');
    await openAt(page, stack, await asked(stack, waiting, 'Call Wait (wait) on Workshop?'));
    await answer('Fill in').click();
    await panel.getByRole('textbox', { name: /^Type wait/ }).fill('wait');
    await send('Send answer').click();
    await expectAcknowledged();
    await open(waiting);
    const { control } = taskPage(page, stack);
    await control.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop task' }).click();
    await expect(page.locator('.task-head').getByText('Stopped', { exact: true })).toBeVisible();
  }));
