import { startMcpServer } from '@countersign/testkit/mcp-server';
import { expect } from '../fixtures.ts';
import { type Asking, promptNow, startAsking } from '../pages/asking.ts';
import { inbox } from '../pages/console.ts';
import { settleFocus } from '../pages/keyboard.ts';
import { decisionsPath } from '../pages/scripted-task.ts';
import { type OpenScreen, type Place, scene } from './scene.ts';
import { at, both, closed, dialog, pressed, settings } from './steps.ts';

const secret = { type: 'string', format: 'password' };
const schema = {
  type: 'object',
  required: ['service', 'token'],
  properties: {
    service: { type: 'string', title: 'Service', readOnly: true },
    token: { ...secret, title: 'Token' },
    pin: { type: 'integer', format: 'password', title: 'Pin' },
    level: { type: 'string', enum: ['reader', 'writer'], writeOnly: true, title: 'Level' },
    keys: {
      type: 'array',
      title: 'Keys',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', readOnly: true },
          key: { ...secret, title: 'Key' },
          days: { type: 'integer', title: 'Days' },
          reason: { type: 'string', title: 'Reason', readOnly: true },
        },
      },
    },
  },
};
const payload = {
  service: 'payments-api',
  token: 'top-S3CRET',
  pin: 4_815,
  level: 'writer',
  keys: ['ci', 'backup', 'restore'].map((name, index) => ({
    name,
    key: `row-S3CRET-${String(index)}`,
    days: 30,
    reason: 'Rotation of the keys that were issued before the migration',
  })),
};
const question = {
  ask: 'Shall I store these accesses?',
  severity: 'major',
  explanation: 'The keys of payments-api end today.',
  payload,
  upContext: { schema },
};

interface Made {
  asking: Asking;
  open: string;
  revised: string;
  sent: string;
  task: string;
}

const openAt =
  (which: 'open' | 'revised' | 'sent'): OpenScreen<Made> =>
  async (place) => {
    const path = `/inbox/${encodeURIComponent(place.made[which])}`;
    await at<Made>(path, 'payments-api')(place);
    await settleFocus(place.page);
  };

const edits = async ({ page }: Place<Made>) => {
  const { answer, panel } = inbox(page);
  await answer('Edit').click();
  await expect(panel.getByRole('button', { name: 'Show token' }).first()).toBeVisible();
};

scene<Made>('secrets', {
  options: { crew: false },
  async prepare(stack) {
    const asking = await startAsking(stack, { id: 'key-desk', name: 'Key Desk' });
    const [open, revised, sent] = await Promise.all(
      ['open', 'revised', 'sent'].map((name) => asking.ask(name, question)),
    );
    if (open === undefined || revised === undefined || sent === undefined)
      throw new Error('unreachable');
    await stack.api(decisionsPath(sent.id), {
      body: {
        digest: sent.digest,
        idempotencyKey: `sent-${sent.id}`,
        feedback: { type: 'edit', content: { value: { ...payload, token: 'other-S3CRET' } } },
      },
    });
    await expect.poll(async () => (await promptNow(stack, sent.id)).state).toBe('answered');
    return { asking, open: open.id, revised: revised.id, sent: sent.id, task: asking.taskId };
  },
  screens: {
    'secret-prompt': openAt('open'),
    'secret-edit': both(openAt('open'), edits),
    'secret-shown': both(both(openAt('open'), edits), pressed('Show pin')),
    'secret-difference': both(both(openAt('open'), edits), async ({ page }) => {
      const { panel } = inbox(page);
      await panel.locator('input[type="password"]').first().fill('mine-S3CRET');
      await panel.getByText('Difference', { exact: true }).click();
    }),
    'secret-merge': both(both(openAt('revised'), edits), async ({ page, made }) => {
      const { panel } = inbox(page);
      await panel.locator('input[type="password"]').first().fill('mine-S3CRET');
      const next = { ...payload, token: 'next-S3CRET', pin: 1_623 };
      await made.asking.ask('revised', { ...question, revision: 2, payload: next });
      await expect(page.getByText('The agent revised the question while you edited')).toBeVisible();
    }),
    'sent-secret': both(openAt('sent'), async ({ page }) => {
      await page.getByText(/^Exact bytes,/).click();
    }),
    'sent-in-task': both(
      at<Made>(({ task }) => `/tasks/${task}?tab=decisions`, /edited/i),
      async ({ page }) => {
        await page.getByText('What was sent').first().click();
      },
    ),
  },
});

scene<{ server: Awaited<ReturnType<typeof startMcpServer>> }>('mcp', {
  options: { crew: false },
  async prepare(stack) {
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
        call: () => new Promise(() => {}),
      },
      erase: {
        listed: { title: 'Erase a wall', annotations: { destructiveHint: true } },
        call: () => new Promise(() => {}),
      },
    });
    await stack.api('/api/agents', {
      body: { id: 'workshop', name: 'Workshop', protocol: 'mcp', url: server.url },
    });
    await stack.api('/api/tasks', {
      body: { agentId: 'workshop', input: { tool: 'paint', arguments: { wall: 'north' } } },
    });
    return { server };
  },
  screens: {
    'mcp-server': at('/agents/workshop', 'Paint a wall'),
    'mcp-call': {
      go: both(
        at('/agents/workshop', 'Paint a wall'),
        dialog('Call Paint a wall', 'Call Paint a wall'),
      ),
      leave: closed,
    },
    'mcp-approval': both(
      at('/inbox', /Call Paint a wall|上调用 Paint a wall/),
      async ({ page }) => {
        await inbox(page)
          .row(/Call Paint a wall|上调用 Paint a wall/)
          .click();
      },
    ),
    programs: settings('programs', 'No programs yet'),
    'mcp-client-token': {
      go: both(settings('programs', 'Programs that ask'), async ({ page }) => {
        await page.getByRole('button', { name: 'Add a program' }).click();
        const adding = page.getByRole('dialog', { name: 'Add a program that asks' });
        await adding.getByRole('button', { name: 'MCP' }).click();
        await adding.getByLabel('Name').fill('Editor of Ana');
        await adding.getByRole('button', { name: 'Add' }).click();
        await expect(page.getByRole('dialog', { name: 'Editor of Ana was added' })).toBeVisible();
      }),
      leave: async ({ page }) => page.getByRole('button', { name: 'I have it' }).click(),
    },
    'agent-found': {
      go: both(at('/agents', 'Workshop'), async ({ page, made }) => {
        await page.getByRole('button', { name: 'Add an agent' }).first().click();
        const adding = page.getByRole('dialog', { name: 'Add an agent' });
        await adding.getByLabel(/^URL/).fill(made.server.url);
        await adding.getByRole('button', { name: 'Test', exact: true }).click();
        await expect(adding.getByRole('button', { name: /^Use/ })).toBeVisible();
      }),
      leave: closed,
    },
  },
});
