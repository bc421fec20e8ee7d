import type { Page, Request } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { agentEvents, expectWhole, journalOf, messagesOf, ofAgents } from './journal.ts';
import { lossyNetwork } from './lossy-network.ts';
import { openPrompt } from './pages/console.ts';
import { completeRequest, startTask, taskPage } from './pages/task-page.ts';
import type { Stack } from './stack.ts';

test.use({ fetchesAhead: true, stackOptions: { tokenDelayMs: 40 } });

/**
 * Resolves when a page loads no files and has begun none for a moment. An emulated loss of the network leaves a browser's connections as
 * they are, and it makes six at most: files on dead ones would keep the next page from being requested, without end.
 */
function watchFiles(page: Page): () => Promise<void> {
  const loading = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    if (!request.url().includes('/assets/')) return;
    begun += 1;
    loading.add(request);
  });
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  return async () => {
    let before = -1;
    const isQuiet = () => {
      const quiet = loading.size === 0 && begun === before;
      before = begun;
      return quiet;
    };
    await expect.poll(isQuiet, { intervals: [300], message: 'no file is loading' }).toBe(true);
  };
}

/** A task to be disturbed and an undisturbed one with the same request, both before their first event. */
async function twoTasks(stack: Stack) {
  const disturbed = await startTask(stack, 'orchestrator', completeRequest);
  const peaceful = await startTask(stack, 'orchestrator', completeRequest);
  return { disturbed, peaceful };
}

/** Journal and page of the disturbed task equal those of the other, word for word. */
async function expectSameThread(
  page: Page,
  stack: Stack,
  { disturbed, peaceful }: { disturbed: string; peaceful: string },
) {
  await openPrompt(stack, disturbed, 'followup');
  await openPrompt(stack, peaceful, 'followup');
  const [mine, other] = [await journalOf(stack, disturbed), await journalOf(stack, peaceful)];
  expectWhole(mine);
  for (const agent of ['recommender', 'orchestrator']) {
    expect(messagesOf(agent, mine)).toEqual(messagesOf(agent, other));
  }
  const { stream, words } = taskPage(page, stack);
  await expect(stream.getByText(/Whom shall I invite/)).toBeVisible();
  // The current content of the page, without another request.
  const shown = await words();
  await page.goto(new URL(`/tasks/${peaceful}`, page.url()).href);
  await expect(stream.getByText(/Whom shall I invite/)).toBeVisible();
  expect(shown).toEqual(await words());
  expect(shown.join('\n')).toContain('My confidence is');
}

test('reloads during the stream lose nothing and duplicate nothing', async ({
  console: page,
  stack,
}) => {
  const tasks = await twoTasks(stack);
  const { open, stream } = taskPage(page, stack);
  await open(tasks.disturbed);
  await expect(stream.getByText(/A new request/).first()).toBeVisible();
  await page.reload();
  await agentEvents(stack, tasks.disturbed, 90);
  await page.reload();
  await expect(stream.getByText('Checks per candidate').first()).toBeVisible();
  await page.reload();
  await expectSameThread(page, stack, tasks);
});

test('a network that breaks during the stream loses nothing', async ({
  context,
  console: page,
  stack,
}) => {
  const network = await lossyNetwork(stack.url);
  try {
    // Another port is another origin: the session of the server's own origin is not valid here.
    await signIn(context, { url: network.url, token: stack.token });
    const tasks = await twoTasks(stack);
    const { stream, expectLive } = taskPage(page, stack);
    await page.goto(`${network.url}/tasks/${tasks.disturbed}`);
    await expect(stream.getByText(/A new request/).first()).toBeVisible();
    network.cut();
    await expect(page.getByText(/^Offline for/).first()).toBeVisible();
    const missed = ofAgents(await journalOf(stack, tasks.disturbed)).length + 40;
    await agentEvents(stack, tasks.disturbed, missed);
    network.restore();
    await expectLive();
    // Once more, this time noticed by the browser.
    await context.setOffline(true);
    network.cut();
    await expect(page.getByText(/^Offline for/).first()).toBeVisible();
    network.restore();
    await context.setOffline(false);
    await expectLive();
    await expectSameThread(page, stack, tasks);
  } finally {
    await network.close();
  }
});

test('a cable unplugged and plugged in again is noticed at once, though no connection was closed', async ({
  context,
  console: page,
  stack,
}) => {
  const network = await lossyNetwork(stack.url);
  try {
    // Another port is another origin: the session of the server's own origin is not valid here.
    await signIn(context, { url: network.url, token: stack.token });
    const { stream } = taskPage(page, stack);
    const filesLoaded = watchFiles(page);
    // The files are loaded before the task begins: on a slow machine it would be over by then, and nothing would be missed.
    await page.goto(`${network.url}/tasks`);
    await filesLoaded();
    const tasks = await twoTasks(stack);
    await page.goto(`${network.url}/tasks/${tasks.disturbed}`);
    await expect(stream.getByText(/A new request/).first()).toBeVisible();
    await filesLoaded();
    network.stall();
    const missed = ofAgents(await journalOf(stack, tasks.disturbed)).length + 40;
    await agentEvents(stack, tasks.disturbed, missed);
    // The old connections stay dead; only the browser is notified that there is a network again.
    await context.setOffline(true);
    network.restore();
    await context.setOffline(false);
    await expectSameThread(page, stack, tasks);
  } finally {
    await network.close();
  }
});

test('a server killed during the stream resumes where it was', async ({ console: page, stack }) => {
  const disturbed = await startTask(stack, 'orchestrator', completeRequest);
  const { open, stream, expectLive } = taskPage(page, stack);
  await open(disturbed);
  await expect(stream.getByText(/A new request/).first()).toBeVisible();
  await stack.killServer('SIGKILL');
  await expect(page.getByText(/^Offline for/).first()).toBeVisible();
  await stack.startServer();
  await expectLive();
  await expect(stream.getByText('Connected to Orchestrator: Joined again.')).toBeVisible();
  await stack.killServer('SIGKILL');
  await stack.startServer();
  const peaceful = await startTask(stack, 'orchestrator', completeRequest);
  await expectSameThread(page, stack, { disturbed, peaceful });
});
