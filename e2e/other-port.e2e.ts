import type { Operator } from '@countersign/api/operator';
import type { Prompt } from '@countersign/api/prompt';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { promptNow, promptsOf } from './pages/asking.ts';
import { type OtherPort, type OtherPortOptions, openOtherPort } from './pages/other-port.ts';
import { ask, begin, sendText, startScripted } from './pages/scripted-task.ts';
import { taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

test.use({ stackOptions: { crew: false } });

/** Signs in with the form, as a person does. */
async function signInByForm(page: Page, stack: Stack, origin = stack.url): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Token').fill(stack.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Connection: Live')).toBeVisible();
}

/** An agent that asks a question, and sends a message with a link to a page that it serves. */
async function visitOtherPort(
  page: Page,
  stack: Stack,
  more: Partial<OtherPortOptions> = {},
): Promise<{ other: OtherPort; prompt: Prompt; taskId: string; close: () => Promise<void> }> {
  const origin = more.console ?? stack.url;
  const linked: { url: string } = { url: '' };
  let go = () => {};
  const ready = new Promise<void>((resolve) => {
    go = resolve;
  });
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    ask(run, { messageId: 'msg-9d5a4c7b8a540f6f5e2a9b11', ask: 'Pay 40,000 to Mallory?' });
    await ready;
    sendText(
      run,
      'msg-7cb4ca14ede4accb66d91726',
      `The figures stand [in the report](${linked.url}).`,
    );
    await run.closed;
  });
  const taskId = await startScripted(stack, agent);
  let prompt: Prompt | undefined;
  await expect.poll(async () => (prompt = (await promptsOf(stack, taskId))[0])).toBeDefined();
  if (prompt === undefined) throw new Error('unreachable');
  const { id, digest } = prompt;
  const other = await openOtherPort({ console: origin, prompt: { id, digest }, ...more });
  linked.url = other.url;
  go();
  await page.goto(`${origin}/tasks/${taskId}`);
  const opened = page.waitForEvent('popup');
  await taskPage(page, stack).stream.getByRole('link', { name: 'in the report' }).click();
  const popup = await opened;
  await other.done;
  await popup.close();
  const close = async () => {
    await other.close();
    await agent.close();
  };
  return { other, prompt, taskId, close };
}

async function expectNothingDone(stack: Stack, prompt: Prompt, other: OtherPort): Promise<void> {
  expect((await promptNow(stack, prompt.id)).state).toBe('open');
  const { items } = await stack.api<{ items: Operator[] }>('/api/operators');
  expect(items.map(({ id }) => id)).toEqual(['admin']);
  const through = other.attempts.filter(
    ({ what, status }) => status !== 0 && status < 400 && !what.includes('DELETE /api/session'),
  );
  expect(through).toEqual([]);
}

for (const [name, hostOf, hostname] of [
  ['another port of the console’s host', (url: string) => url, '127.0.0.1'],
  [
    'another port of localhost',
    (url: string) => url.replace('127.0.0.1', 'localhost'),
    'localhost',
  ],
] as const) {
  test(`a link to ${name} gives no access, although the cookie is sent`, async ({
    page,
    stack,
  }) => {
    const origin = hostOf(stack.url);
    await signInByForm(page, stack, origin);
    const { other, prompt, close } = await visitOtherPort(page, stack, {
      console: origin,
      hostname,
    });
    // The other port receives the cookie: this is why a second proof is needed.
    expect(other.cookiesSeen.length).toBeGreaterThan(0);
    await expectNothingDone(stack, prompt, other);
    // The operator is still signed in.
    await page.reload();
    await expect(page.getByText('Connection: Live')).toBeVisible();
    await close();
  });
}

const shadow = 'shadow-7cb4ca14ede4accb66d91726';
for (const [what, setCookies, continues] of [
  [
    'overwrites the cookie',
    (names: readonly string[]) => names.map((name) => `${name}=${shadow}; Path=/`),
    false,
  ],
  [
    'removes the cookie',
    (names: readonly string[]) => names.map((name) => `${name}=; Path=/; Max-Age=0`),
    false,
  ],
  [
    'puts another of that name before it',
    (names: readonly string[]) => names.map((name) => `${name}=${shadow}; Path=/api`),
    true,
  ],
  [
    'fills the browser with cookies',
    () => Array.from({ length: 50 }, (_, index) => `c${index}=${'x'.repeat(3_900)}; Path=/`),
    true,
  ],
] as const) {
  test(`a page that ${what} does not sign the operator out without a notice`, async ({
    page,
    stack,
  }) => {
    await signInByForm(page, stack);
    const { other, prompt, taskId, close } = await visitOtherPort(page, stack, { setCookies });
    await expectNothingDone(stack, prompt, other);
    await page.goto(`${stack.url}/tasks/${taskId}`);
    if (continues) {
      await expect(page.getByText('Connection: Live')).toBeVisible();
    } else {
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByRole('status')).toContainText(/cookie of your session/);
      await expectAccessible(page, 'the notice of a lost session');
      await page.getByLabel('Token').fill(stack.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Connection: Live')).toBeVisible();
    }
    await close();
  });
}

test('a link to the console itself is shown as text', async ({ console: page, stack }) => {
  const { port } = new URL(stack.url);
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      sendText(
        run,
        `msg-${host}-9d5a4c7b`,
        `See [the data of ${host}](http://${host}:${port}/api/me).`,
      );
    }
    await run.closed;
  });
  const taskId = await startScripted(stack, agent);
  await page.goto(`${stack.url}/tasks/${taskId}`);
  const { stream } = taskPage(page, stack);
  await expect(stream.getByText('the data of [::1]')).toBeVisible();
  await expect(stream.getByRole('link', { name: /the data of/ })).toHaveCount(0);
  await agent.close();
});

test('tabs share the session: signed out in one, signed out in all, without a notice of a lost session', async ({
  page,
  stack,
}) => {
  await signInByForm(page, stack);
  const second = await page.context().newPage();
  await second.goto(`${stack.url}/tasks`);
  await expect(second.getByText('Connection: Live')).toBeVisible();
  await page.getByRole('button', { name: /^Operator / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [page, second]) {
    await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(tab.getByRole('status')).toHaveCount(0);
  }
  // Signed in again: the session of the first tab is valid in the second.
  await page.getByLabel('Token').fill(stack.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Connection: Live')).toBeVisible();
  await second.goto(`${stack.url}/tasks`);
  await expect(second.getByText('Connection: Live')).toBeVisible();
});
