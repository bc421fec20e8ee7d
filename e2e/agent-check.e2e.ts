import { createAgent } from '@countersign/agent/agent';
import { serve } from '@countersign/agent/node-server';
import { startA2aAgent } from '@countersign/check/testing/a2a-agent';
import { startMcpServer } from '@countersign/check/testing/mcp-agent';
import { violationsOf } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.use({ stackOptions: { crew: false } });

/** An agent with one fault: a state that there is not. */
async function startPayer() {
  const agent = createAgent({
    id: 'payer',
    name: 'Payer',
    async run(context) {
      await context.ask({ ask: `Pay ${context.userText}?`, payload: { amount: 12 } });
      await context.upformat({ state: 'completed' });
    },
  });
  const tampered = async (request: Request): Promise<Response> => {
    const response = await agent.fetch(request);
    if (new URL(request.url).pathname !== '/' || response.status !== 200) return response;
    const lines = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream<string, string>({
        transform(chunk, controller) {
          controller.enqueue(chunk.replace('"state":"completed"', '"state":"all good"'));
        },
      }),
    );
    const body = lines?.pipeThrough(new TextEncoderStream()) ?? null;
    return new Response(body, { headers: response.headers });
  };
  const served = await serve(tampered, { port: 0 });
  return {
    descriptor: agent.descriptor(served.url),
    async close() {
      await agent.close();
      await served.close();
    },
  };
}

for (const { locale, width, words } of [
  {
    locale: 'en-GB',
    width: 1440,
    words: {
      ...{ open: 'Check', message: 'Message', start: 'Start the check', failed: /1 check failed/ },
      repair: 'Send messageId, threadId, timestamp and one of the seven states.',
    },
  },
  {
    locale: 'zh-CN',
    width: 390,
    words: {
      ...{ open: '检查', message: '消息', start: '开始检查', failed: /1 项检查失败/ },
      repair: '发送 messageId、threadId、timestamp 和七种状态之一。',
    },
  },
]) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width, height: 900 } });

    test('an agent is checked from its page, which shows its author what to fix', async ({
      console: page,
      stack,
    }) => {
      const payer = await startPayer();
      try {
        await stack.api('/api/agents', { body: payer.descriptor });
        await page.goto(`${stack.url}/agents/payer`);
        await page.getByRole('button', { name: words.open, exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(words.message).fill('Ada');
        expect(await violationsOf(page, 'all')).toEqual([]);
        await dialog.getByRole('button', { name: words.start }).click();
        await expect(dialog.getByText(words.failed)).toBeVisible({ timeout: 60_000 });
        await expect(dialog.getByText(words.repair)).toBeVisible();
        await expect(dialog.getByText('message.messages')).toBeVisible();
        expect(await violationsOf(page, 'all')).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      } finally {
        await payer.close();
      }
    });
  });
}

for (const { protocol, start, label, words } of [
  { protocol: 'A2A', start: () => startA2aAgent(), label: 'Message', words: 'Book a train' },
  { protocol: 'MCP', start: () => startMcpServer(), label: 'Tool', words: 'pay' },
]) {
  test(`what is connected over ${protocol} is checked from its page`, async ({
    console: page,
    stack,
  }) => {
    const { agent, close } = await start();
    try {
      await stack.api('/api/agents', { body: agent });
      await page.goto(`${stack.url}/agents/${agent.id}`);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(label).fill(words);
      await dialog.getByRole('button', { name: 'Start the check' }).click();
      await expect(dialog.getByText(/^Nothing failed/)).toBeVisible({ timeout: 60_000 });
    } finally {
      await close();
    }
  });
}

test('a check is ended by its button, and shows what was found', async ({
  console: page,
  stack,
}) => {
  const agent = createAgent({
    id: 'slow',
    name: 'Slow',
    async run(context) {
      await context.sleep(600_000);
    },
  });
  const served = await serve(agent.fetch, { port: 0 });
  try {
    await stack.api('/api/agents', { body: agent.descriptor(served.url) });
    await page.goto(`${stack.url}/agents/slow`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Message').fill('Ada');
    await dialog.getByRole('button', { name: 'Start the check' }).click();
    await expect(dialog.getByText(/2 findings so far/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Stop the check' }).click();
    await expect(dialog.getByText(/stopped before its report/)).toBeVisible();
  } finally {
    await agent.close();
    await served.close();
  }
});
