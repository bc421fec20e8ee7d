import type { Problem } from '@countersign/api/problem';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { factsOf, journalOf } from './journal.ts';
import { inbox, runStatus } from './pages/console.ts';
import {
  ask,
  begin,
  decisionsPath,
  finish,
  onlyPrompt,
  promptNow,
  sendText,
  signal,
  startScripted,
} from './pages/scripted-task.ts';
import { taskPage } from './pages/task-page.ts';
import { type ScriptedAgent, type ScriptedRun, scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

const budgetForm = {
  type: 'object',
  required: ['city', 'rate'],
  properties: {
    city: { type: 'string', title: 'City', minLength: 2 },
    rate: { type: 'integer', title: 'Rate', minimum: 1, maximum: 200 },
  },
};
const budgetAsk = {
  ask: 'Is this budget right?',
  payload: { city: 'Leipzig', rate: 95 },
  upContext: { schema: budgetForm },
};

async function withAgent(
  play: (run: ScriptedRun, agent: ScriptedAgent) => void | Promise<void>,
  use: (agent: ScriptedAgent) => Promise<void>,
): Promise<void> {
  const agent = await scriptedAgent(play);
  try {
    await use(agent);
  } finally {
    await agent.close();
  }
}

const openInInbox = (page: Page, stack: Stack, promptId: string) =>
  page.goto(`${stack.url}/inbox/${encodeURIComponent(promptId)}`);

const rate = (page: Page) => inbox(page).panel.getByRole('textbox', { name: /^Rate/ });

const recorded = async (stack: Stack, taskId: string) =>
  factsOf(await journalOf(stack, taskId), 'countersign.decision');

test('an unknown agent is refused with a message, an unreachable one is reported on the page of its task', async ({
  console: page,
  stack,
}) => {
  const unknown = await stack.request('/api/tasks', {
    body: { agentId: 'nobody', message: 'Hello' },
  });
  expect(unknown.status).toBe(422);
  const problem = unknown.body as Problem;
  expect(problem.type).toMatch(/\/unknown-agent$/);
  expect(problem.detail).toContain('nobody');
  expect((await stack.api<{ items: unknown[] }>('/api/tasks')).items).toEqual([]);

  // A port that was just closed: nothing listens there.
  const closed = await scriptedAgent(() => {});
  await closed.close();
  await page.goto(`${stack.url}/agents`);
  await page.getByRole('button', { name: 'Add an agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an agent' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Ghost');
  await dialog.getByRole('textbox', { name: /^Id/ }).fill('ghost');
  await dialog.getByRole('textbox', { name: /^URL/ }).fill('ftp://nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter an http or https address')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^URL/ }).fill(closed.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  const ghost = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Ghost' }) });
  await ghost.getByRole('link', { name: 'Start a task' }).click();
  const start = page.getByRole('dialog', { name: 'Start a task' });
  await start.getByLabel('Message').fill('Are you there?');
  await start.getByRole('button', { name: 'Start', exact: true }).click();
  const { stream } = taskPage(page, stack);
  await expect(stream.getByText('Ghost could not be started. Nothing listens there')).toBeVisible();
  await expect(page.getByText('Failed').first()).toBeVisible();
  const taskId = new URL(page.url()).pathname.split('/')[2] ?? '';
  await runStatus(stack, taskId, 'failed');

  // The rest of the console still works, and the list of agents shows the failure.
  await page.getByRole('link', { name: 'Agents' }).first().click();
  await expect(ghost.getByText('failed', { exact: true })).toBeVisible();
  await expect(ghost.getByText('Nothing listens there')).toBeVisible();
});

test('broken frames and a 10 MB event are reported in the stream, which continues to its end', async ({
  console: page,
  stack,
}) => {
  const play = async (run: ScriptedRun) => {
    begin(run);
    sendText(run, 'before', 'This came before.');
    run.raw('data: {"type":"BUSINESS_DATA_START","messageId":\n\n');
    run.raw('data: not json at all\n\n');
    run.raw('data: {"type":"NO_SUCH_EVENT"}\n\n');
    run.raw('data: [1,2,3]\n\n');
    run.raw('\u0000\u0001: noise\n\n');
    sendText(run, 'between', 'This came between.');
    run.event({ type: 'BUSINESS_DATA_START', messageId: 'huge', role: 'assistant' });
    run.event({
      type: 'BUSINESS_DATA_CONTENT',
      messageId: 'huge',
      delta: 'x'.repeat(10 * 1024 * 1024),
    });
    run.event({ type: 'BUSINESS_DATA_END', messageId: 'huge' });
    run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'nobody-began-this', delta: 'stray' });
    sendText(run, 'after', 'This came after.');
    finish(run);
  };
  await withAgent(play, async (agent) => {
    const taskId = await startScripted(stack, agent);
    const { stream, open } = taskPage(page, stack);
    await open(taskId);
    await runStatus(stack, taskId, 'finished');
    for (const text of ['This came before.', 'This came between.', 'This came after.']) {
      await expect(stream.getByText(text)).toBeVisible();
    }
    await expect(stream.getByText('Frame rejected').first()).toBeVisible();
    await expect(stream.getByText('Event too large')).toBeVisible();
    await expect(
      stream.getByText(/An event of 10,?4\d\d,?\d+ characters was dropped/),
    ).toBeVisible();
    await expect(stream.getByText('Out of order').first()).toBeVisible();
    await expect(stream.getByText(/Scripted agent; the stream continued/).first()).toBeVisible();
    await expect(page.getByText('Finished').first()).toBeVisible();
    const kinds = factsOf<{ kind: string }>(
      await journalOf(stack, taskId),
      'countersign.anomaly',
    ).map(({ value }) => value.kind);
    expect(kinds.filter((kind) => kind === 'event-too-large')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'frame-rejected').length).toBeGreaterThanOrEqual(3);
  });
});

test('an invalid answer is refused with the field named, and nothing is recorded', async ({
  console: page,
  stack,
}) => {
  const play = async (run: ScriptedRun, agent: ScriptedAgent) => {
    begin(run);
    ask(run, budgetAsk);
    await run.closed;
    expect(agent.feedback).toEqual([]);
  };
  await withAgent(play, async (agent) => {
    const taskId = await startScripted(stack, agent);
    const prompt = await onlyPrompt(stack, taskId);
    const refuse = async (feedback: unknown, path: RegExp) => {
      const { status, body } = await stack.request(decisionsPath(prompt.id), {
        body: { digest: prompt.digest, idempotencyKey: 'not-valid-1', feedback },
      });
      expect(status).toBe(422);
      const { type, errors = [] } = body as Problem;
      expect(type).toMatch(/\/invalid-feedback$/);
      expect(errors.map((error) => error.path).join('\n')).toMatch(path);
    };
    await refuse({ type: 'edit', content: { value: { city: 'L', rate: 95 } } }, /\/city$/m);
    await refuse(
      { type: 'edit', content: { value: { city: 'Leipzig', rate: 'much' } } },
      /\/rate$/m,
    );
    await refuse({ type: 'rank', content: { order: ['nobody'] } }, /./);

    // The form shows the error at the field before anything is sent.
    await openInInbox(page, stack, prompt.id);
    const { panel, answer, send } = inbox(page);
    await answer('Edit').click();
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/decisions')) posts += 1;
    });
    await rate(page).fill('900');
    await expect(send(/^Send/)).toBeDisabled();
    await panel.getByRole('button', { name: '1 field to correct' }).click();
    await expect(rate(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(panel.getByText('At most 200').first()).toBeVisible();
    await expect(panel.getByText('1 field to correct')).toBeVisible();
    expect(posts).toBe(0);

    // What the form lets through is refused by the server with its message; the draft is kept.
    await page.route('**/decisions', async (route) => {
      const body = route.request().postDataJSON() as { feedback: { content: object } };
      body.feedback.content = { value: { city: 'Leipzig', rate: 900 } };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await rate(page).fill('120');
    await send(/^Send/).click();
    const reported = panel.getByRole('alert');
    await expect(reported).toContainText('The answer was refused');
    await expect(reported).toContainText('/rate');
    await expect(reported).toContainText('Your draft is kept');
    await expect(rate(page)).toHaveValue('120');
    expect((await promptNow(stack, prompt.id)).state).toBe('open');
    expect(await recorded(stack, taskId)).toEqual([]);
    expect(agent.feedback).toEqual([]);
  });
});

test('an expired question is shown as expired, and a late answer is refused with 410', async ({
  console: page,
  stack,
}) => {
  const play = async (run: ScriptedRun) => {
    begin(run);
    ask(run, { ...budgetAsk, expiresAt: new Date(Date.now() + 6_000).toISOString() });
    await run.closed;
  };
  await withAgent(play, async (agent) => {
    const taskId = await startScripted(stack, agent);
    const prompt = await onlyPrompt(stack, taskId);
    await openInInbox(page, stack, prompt.id);
    const { panel } = inbox(page);
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Is this budget right?');
    await expect(panel.getByText('The question expired')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Approve' })).toHaveCount(0);
    const { status, body } = await stack.request(decisionsPath(prompt.id), {
      body: { digest: prompt.digest, idempotencyKey: 'too-late-1', feedback: { type: 'approve' } },
    });
    expect(status).toBe(410);
    const { type, ...members } = body as Problem;
    expect(type).toMatch(/\/prompt-expired$/);
    expect(members['prompt']).toMatchObject({ state: 'expired' });
    expect(await recorded(stack, taskId)).toEqual([]);
    // The agent is informed, once, and not by an answer.
    await expect
      .poll(() => agent.feedback.map(({ message }) => message))
      .toMatchObject([{ state: 'cancelled', upPrompt: { ended: 'expired' } }]);
  });
});

test('a question revised while open shows the difference, keeps the draft and refuses the old seal', async ({
  console: page,
  stack,
}) => {
  const revise = signal();
  const play = async (run: ScriptedRun) => {
    begin(run);
    ask(run, budgetAsk);
    await revise.given;
    ask(run, { ...budgetAsk, revision: 2, payload: { city: 'Halle', rate: 95 } });
    await run.closed;
  };
  await withAgent(play, async (agent) => {
    const taskId = await startScripted(stack, agent);
    const prompt = await onlyPrompt(stack, taskId);
    await openInInbox(page, stack, prompt.id);
    const { panel, answer, send } = inbox(page);
    await answer('Edit').click();
    await rate(page).fill('120');

    // The revision arrives at the server before the answer.
    const overtake = async (route: Route) => {
      revise.give();
      await expect.poll(async () => (await promptNow(stack, prompt.id)).revision).toBe(2);
      await route.continue();
    };
    await page.route('**/decisions', overtake, { times: 1 });
    const answered = page.waitForResponse('**/decisions');
    await send(/^Send 1 edit/).click();
    const refusal = await answered;
    expect(refusal.status()).toBe(412);
    const problem = (await refusal.json()) as Problem;
    expect(problem.type).toMatch(/\/prompt-changed$/);
    expect(problem['prompt']).toMatchObject({ revision: 2, state: 'open' });

    const reported = panel.getByRole('alert');
    await expect(reported).toContainText('The agent changed this while you read it');
    await expect(reported).toContainText('Nothing was sent.');
    await expect(reported).toContainText('Leipzig');
    await expect(reported).toContainText('Halle');
    await expect(rate(page)).toHaveValue('120');
    expect(agent.feedback).toEqual([]);

    await reported.getByRole('button', { name: 'Use revision 2' }).click();
    await expect(panel.getByRole('textbox', { name: /^City/ })).toHaveValue('Halle');
    await expect(rate(page)).toHaveValue('120');
    await send(/^Send 1 edit/).click();
    await expect.poll(() => agent.feedback.length).toBe(1);
    expect(agent.feedback[0]?.message).toMatchObject({
      upFeedback: { type: 'edit', content: { value: { city: 'Halle', rate: 120 } } },
    });
  });
});

test('an agent that dies during its run is shown as lost, and its question stays open', async ({
  console: page,
  stack,
}) => {
  const die = signal();
  const play = async (run: ScriptedRun) => {
    begin(run);
    sendText(run, 'said', 'I am about to ask.');
    ask(run, budgetAsk);
    run.event({ type: 'BUSINESS_DATA_START', messageId: 'half', role: 'assistant' });
    run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'half', delta: 'And while I wai' });
    await die.given;
    run.cut();
  };
  await withAgent(play, async (agent) => {
    const taskId = await startScripted(stack, agent);
    const prompt = await onlyPrompt(stack, taskId);
    await openInInbox(page, stack, prompt.id);
    const { panel, answer } = inbox(page);
    await expect(answer('Approve')).toBeVisible();
    die.give();
    await expect(
      panel.getByText('The agent was lost. Your answer starts a new run of the task.'),
    ).toBeVisible();
    await expect(answer('Approve')).toBeVisible();
    await runStatus(stack, taskId, 'lost');
    expect(await promptNow(stack, prompt.id)).toMatchObject({
      state: 'open',
      way: { by: 'run', run: 'lost' },
    });
    const { stream, open } = taskPage(page, stack);
    await open(taskId);
    await expect(page.getByText('Lost the connection to Scripted agent').first()).toBeVisible();
    await expect(stream.getByText(/Scripted agent was lost/)).toBeVisible();
    await expect(stream.getByText('I am about to ask.')).toBeVisible();
    await expect(stream.getByText('And while I wai')).toBeVisible();
  });
});

const hostile = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 2">',
  '<iframe src="https://evil.example/frame"></iframe>',
  '![a picture](https://evil.example/pixel.png)',
  '[a link](javascript:window.pwned=3)',
  '[another](data:text/html,<script>window.pwned=4</script>)',
  'file \u202Egpj.exe\u202C end',
  'w'.repeat(5_000),
].join('\n\n');

test('hostile text loads nothing, runs nothing and does not break the page', async ({
  console: page,
  stack,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== stack.url) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => foreign.push(`dialog ${dialog.message()}`));
  const play = async (run: ScriptedRun) => {
    begin(run);
    sendText(run, 'hostile', hostile);
    ask(run, {
      ask: `Pay? <img src=x onerror="window.pwned=5"> \u202Egnp.exe ${'w'.repeat(5_000)}`,
      explanation: hostile,
      effect: hostile,
      payload: { '<script>window.pwned=6</script>': hostile, html: '<b onclick=alert(1)>bold</b>' },
      upThought: { reasoning: [hostile], assumptions: [hostile], questions: [hostile] },
    });
    await run.closed;
  };
  await withAgent(play, async (agent) => {
    const taskId = await startScripted(stack, agent);
    const prompt = await onlyPrompt(stack, taskId);
    const expectHarmless = async () => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(
          await page.evaluate(() => {
            const element = document.scrollingElement ?? document.documentElement;
            return element.scrollWidth - innerWidth;
          }),
        ).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(
        await page.evaluate(() => ({
          pwned: 'pwned' in window,
          frames: document.querySelectorAll('iframe, object, embed').length,
          images: [...document.images].filter((image) => !image.src.startsWith(location.origin))
            .length,
          links: [...document.links].filter((link) => !/^https?:/.test(link.href)).length,
          bidi: document.body.innerText.includes('\u202E'),
        })),
      ).toEqual({ pwned: false, frames: 0, images: 0, links: 0, bidi: false });
    };
    const { stream, open } = taskPage(page, stack);
    await open(taskId);
    await expect(
      stream.getByText(/Image “a picture” at evil\.example, not loaded/).first(),
    ).toBeVisible();
    await expectHarmless();
    await openInInbox(page, stack, prompt.id);
    await expect(inbox(page).panel.getByRole('heading', { level: 1 })).toContainText('Pay? <img');
    await expectHarmless();
    await page.goto(`${stack.url}/tasks`);
    await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
    await expectHarmless();
    expect(foreign).toEqual([]);
  });
});

for (const file of ['en', 'start']) {
  test(`a console whose file “${file}” cannot be loaded shows a message, and works after a reload`, async ({
    page,
    stack,
  }) => {
    const files = `**/assets/${file}-*.js`;
    await page.route(files, (route) => route.abort());
    await page.goto(`${stack.url}/sign-in`);
    await expect(page.getByText('The console could not be loaded.')).toBeVisible();
    await page.unroute(files);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
}
