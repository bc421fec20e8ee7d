import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Prompt } from '@countersign/api/prompt';
import { expect, test } from './fixtures.ts';
import { inbox } from './pages/console.ts';
import { openAt } from './pages/desk.ts';
import { onlyPrompt, promptNow } from './pages/scripted-task.ts';
import { startTask } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

test.use({
  stackOptions: { crew: false },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const account = '12345678901234567890';
const tiny = '1e-400';

/** An agent that sends numbers JavaScript cannot write and records the exact bytes it receives. */
async function bookkeeper() {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    if (request.url === '/feedback') {
      got.push(text);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const { threadId, runId } = JSON.parse(text);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: {"type":"RUN_STARTED","threadId":"${threadId}","runId":"${runId}"}\n\n`);
    const head = `"messageId":"chatcmpl-B7xQ2vN9wLk3Yt8Rz1Mc4Dh6","threadId":"${threadId}","timestamp":"${new Date().toISOString()}"`;
    response.write(
      `data: {"type":"CUSTOM","name":"upformat.message","value":{${head},"state":"needsHumanDecision",` +
        `"upPrompt":{"ask":"Pay to this account?"},"payload":{"account":${account},"tiny":${tiny},"amount":5}}}\n\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url, got, close };
}

async function asked(stack: Stack, url: string): Promise<Pick<Prompt, 'id' | 'digest'>> {
  const feedback = { url: `${url}/feedback` };
  await stack.api('/api/agents', {
    body: { id: 'bookkeeper', name: 'Bookkeeper', protocol: 'hai', url, feedback },
  });
  return onlyPrompt(stack, await startTask(stack, 'bookkeeper', 'Pay it'));
}

test('numbers beyond JavaScript’s precision are shown, kept next to an edit, copied and answered as they were sent', async ({
  console: page,
  stack,
}) => {
  const agent = await bookkeeper();
  const prompt = await asked(stack, agent.url);
  await openAt(page, stack, prompt.id);
  const { panel, answer, send } = inbox(page);
  const proposed = panel.getByRole('region', { name: 'Proposed' });
  for (const number of [account, tiny]) {
    await expect(proposed.getByText(number, { exact: true })).toBeVisible();
  }
  await expect(panel.getByText('Could not be read')).toHaveCount(0);

  await answer('Edit').click();
  for (const [name, number] of [
    [/^account/i, account],
    [/^tiny/i, tiny],
  ] as const) {
    await expect(panel.getByRole('textbox', { name })).toHaveValue(number);
  }
  await panel.getByRole('textbox', { name: /^amount/i }).fill('6');
  const value = `{"account":${account},"amount":6,"tiny":${tiny}}`;
  await panel.getByRole('button', { name: 'Exact bytes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exact bytes' });
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const json = await copied('Copy');
  expect(json).toContain(`"account": ${account}`);
  expect(json).toContain(`"tiny": ${tiny}`);
  const curl = await copied('Copy as curl');
  expect(curl).toMatch(new RegExp(`"account":${account},"tiny":${tiny},"amount":6|${value}`));
  for (const text of [json, curl]) expect(text).not.toContain('\ufdd0');
  await dialog.getByText('Feedback', { exact: true }).first().click();
  await expect(dialog.locator('pre.bytes-raw')).toContainText(value);
  await page.keyboard.press('Escape');

  // The unsent edit next to them is the same after a reload.
  await page.reload();
  await expect(panel.getByRole('textbox', { name: /^account/i })).toHaveValue(account);
  await send('Send 1 edit').click();
  await expect.poll(() => agent.got.length, { timeout: 30_000 }).toBe(1);
  const [body = ''] = agent.got;
  expect(body).toContain(`"account":${account},"tiny":${tiny},"amount":6`);
  expect(body).not.toContain('\ufdd0');
  expect((await promptNow(stack, prompt.id)).state).toBe('answered');
  await expect(panel.getByText(account).first()).toBeVisible();
  await agent.close();
});
