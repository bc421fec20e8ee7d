import { fileURLToPath } from 'node:url';
import { commandLine } from '@countersign/hai/command-url';
import { expect, test } from './fixtures.ts';
import { promptsOf } from './pages/asking.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { expectAccessibleInBoth, expectFitsPhone } from './pages/page-checks.ts';
import { taskPage } from './pages/task-page.ts';

const program = fileURLToPath(
  new URL('../packages/testkit/src/command-server.mjs', import.meta.url),
);

test.describe('a server that may start commands', () => {
  test.use({ stackOptions: { crew: false, env: { COUNTERSIGN_MCP_COMMANDS: 'on' } } });

  test('an MCP server is added by its command, called, asks, and is answered', async ({
    console: page,
    stack,
  }) => {
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an agent' });
    const address = dialog.getByLabel(/^URL/);
    await address.fill(commandLine([process.execPath, program]));
    await expect(dialog.getByText(/^Read as stdio:/)).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Protocol' })).toContainText('MCP server');
    await dialog.getByLabel('Environment variables').fill('WORKSHOP_KEY: planted');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await expect(dialog.getByLabel(/^Name/)).toHaveValue('Workshop at hand');
    await expectAccessibleInBoth(page, 'adding a command');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsPhone(page, 'adding a command');
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await page.goto(`${stack.url}/agents/workshop-at-hand`);
    await expect(page.getByText('WORKSHOP_KEY')).toBeVisible();
    const tools = page.getByRole('region', { name: 'Tools to call' });
    await tools.getByRole('button', { name: 'Call ask' }).click();
    await page
      .getByRole('dialog', { name: 'Call ask' })
      .getByRole('button', { name: /^Call/ })
      .click();
    await page.waitForURL(/\/tasks\/[0-9a-f-]+/);
    const taskId = /\/tasks\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';
    const asked = async (kind: string) =>
      (await promptsOf(stack, taskId)).find(
        ({ state, origin }) => state === 'open' && origin.kind === kind,
      )?.id ?? '';
    await expect.poll(() => asked('approval')).not.toBe('');
    await openAt(page, stack, await asked('approval'));
    await inbox(page).answer('Approve').click();
    await inbox(page).send('Send approval').click();
    await inbox(page).expectAcknowledged();
    await expect.poll(() => asked('elicitation'), { timeout: 20_000 }).not.toBe('');
    await openAt(page, stack, await asked('elicitation'));
    await inbox(page).answer('Fill in').click();
    await inbox(page)
      .panel.getByRole('textbox', { name: /^Colour/ })
      .fill('green');
    await inbox(page).send('Send answer').click();
    await inbox(page).expectAcknowledged();
    await taskPage(page, stack).open(taskId);
    await expect(taskPage(page, stack).stream.getByText(/green/).first()).toBeVisible();
  });
});

test.describe('any other server', () => {
  test.use({ stackOptions: { crew: false } });

  test('refuses a command, and says how it is allowed', async ({ console: page, stack }) => {
    await page.goto(`${stack.url}/agents`);
    await page.getByRole('button', { name: 'Add an agent' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an agent' });
    await dialog.getByLabel(/^URL/).fill('npx -y some-server');
    await dialog.getByLabel(/^Name/).fill('Some');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/COUNTERSIGN_MCP_COMMANDS=on/)).toBeVisible();
  });
});
