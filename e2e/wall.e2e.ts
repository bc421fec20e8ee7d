import { expect, test } from './fixtures.ts';
import { type Asking, startAsking } from './pages/asking.ts';
import { openPrompt, runStatus } from './pages/console.ts';
import { crews } from './pages/crews.ts';
import { startCrowd } from './pages/crowd.ts';
import { settleFocus } from './pages/keyboard.ts';
import {
  addScripted,
  begin,
  decisionsPath,
  finish,
  sendText,
  signal,
} from './pages/scripted-task.ts';
import { startTask } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';

const deskNames = (count: number) =>
  Array.from({ length: count }, (_, index) => `Refund Desk ${index}`);

test('both crews are live on the wall among others, and are answered and stopped from it', async ({
  console: page,
  stack,
}) => {
  const go = signal();
  const agent = await scriptedAgent(async (run) => {
    begin(run);
    sendText(run, `first-${run.input.runId}`, 'So far **nothing**');
    await Promise.race([go.given, run.closed]);
    sendText(run, `then-${run.input.runId}`, 'And now **something**');
    await run.closed;
  });
  try {
    await addScripted(stack, agent, { id: 'scribe', name: 'Incident Scribe' });
    const scribes: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      scribes.push(await startTask(stack, 'scribe', `Incident ${index}`));
    }
    const asking: string[] = [];
    for (const crew of crews) asking.push(await crew.start(stack));
    for (const taskId of asking) await openPrompt(stack, taskId, 'blocking');

    await page.goto(`${stack.url}/wall`);
    const tiles = page.getByRole('region', { name: 'Live tasks' }).getByRole('article');
    await expect(tiles).toHaveCount(7);
    await expect(page.getByText('and 2 others:')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/9\s*tasks/);
    // Tiles that need a person come first, large and small ones.
    await expect(tiles.nth(0).getByText('Needs decision')).toBeVisible();
    await expect(tiles.nth(1).getByText('Needs decision')).toBeVisible();
    await expect(tiles.nth(2).getByText('nothing')).toBeVisible();

    go.give();
    await expect(tiles.nth(2).getByText('something')).toBeVisible();

    // A frozen wall keeps its order; the content of the tiles continues.
    await page.keyboard.press('h');
    await expect(page.getByRole('button', { name: 'Frozen' })).toBeVisible();
    const order = await tiles.evaluateAll((all) =>
      all.map((tile) => tile.getAttribute('aria-label')),
    );
    const { id, digest } = await openPrompt(stack, asking[1] ?? '', 'blocking');
    await stack.api(decisionsPath(id), {
      body: { digest, idempotencyKey: `yes-${id}`, feedback: { type: 'approve' } },
    });
    expect(
      await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label'))),
    ).toEqual(order);
    await page.keyboard.press('h');
    await expect(page.getByRole('button', { name: 'Freeze' })).toBeVisible();

    // Stop asks for confirmation in the same place.
    const scribe = tiles.filter({ hasText: 'Incident Scribe' }).last();
    const title = (await scribe.getAttribute('aria-label')) ?? '';
    const tile = page.getByRole('article', { name: title });
    await tile.getByRole('button', { name: 'Stop' }).click();
    await expect(tile.getByText('Stop this task?')).toBeVisible();
    await expect(tile.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tile.getByRole('button', { name: 'Stop' })).toBeFocused();
    await tile.getByRole('button', { name: 'Stop' }).click();
    await tile.getByRole('button', { name: 'Stop task' }).click();
    await runStatus(stack, scribes[Number(title.at(-1))] ?? '', 'cut-off');

    await page.mouse.move(5, 5);
    await settleFocus(page);
    await page.keyboard.press('1');
    await expect(page).toHaveURL(/\/(inbox|tasks)\//);
    await page.goBack();

    // The last of an odd number of tiles in two columns has the whole line.
    await page.setViewportSize({ width: 900, height: 800 });
    const widthOf = (place: number) => tiles.nth(place).evaluate((tile) => tile.clientWidth);
    await expect.poll(async () => (await widthOf(6)) > 1.9 * (await widthOf(5))).toBe(true);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(tiles.first()).toBeVisible();
  } finally {
    go.give();
    await agent.close();
  }
});

test.describe('a wall', () => {
  test.use({ stackOptions: { crew: false } });

  test('says that nothing runs, and that an agent was lost', async ({ console: page, stack }) => {
    await page.goto(`${stack.url}/wall`);
    await expect(page.getByText('Nothing is running')).toBeVisible();
    const lose = signal();
    const agent = await scriptedAgent(async (run, self) => {
      if (self.inputs.length > 1) {
        run.cut();
        return;
      }
      begin(run);
      sendText(run, 'm1', 'The queue grew to 48,000');
      await lose.given;
      run.cut();
    });
    try {
      await addScripted(stack, agent, { id: 'scribe', name: 'Incident Scribe' });
      await startTask(stack, 'scribe', 'Incident 4471');
      const tile = page.getByRole('article', { name: 'Incident 4471' });
      await expect(tile.getByText('The queue grew to 48,000')).toBeVisible();
      lose.give();
      await expect(tile.getByText(/was lost/)).toBeVisible();
      await expect(tile.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    } finally {
      lose.give();
      await agent.close();
    }
  });

  test('gives its tiles to the most urgent questions, and shows their severity', async ({
    console: page,
    stack,
  }) => {
    const calm = await startCrowd(stack, deskNames(9), 1);
    const late: Asking[] = [];
    for (const name of ['Payments Guard', 'Grid Guard', 'Deploy Guard']) {
      late.push(await startAsking(stack, { id: name.toLowerCase().replace(' ', '-'), name }));
    }
    const [payments, grid, deploy] = late;
    const due = new Date(Date.now() + 1_200_000).toISOString();
    // Asked last, by tasks that were never silent: by age and last activity the others would come first.
    await payments?.ask('call_Yk3vQ0pX7sLr2dTz8NnWb5Ag1', {
      ask: 'Freeze it?',
      severity: 'critical',
      explanation:
        'The ledger of the third region has not been closed for two days, and 1,840 payments of 212 customers are in it twice. Nothing was sent to a bank yet.',
    });
    await grid?.ask('call_Hc9mZ4eR1uKf6jPy3VoDt8Sw2', { ask: 'Island it?', severity: 'critical' });
    await deploy?.ask('call_Ba7xN2iG5qEw0lMk4CrUh6Jz3', {
      ask: 'Roll back?',
      severity: 'info',
      expiresAt: due,
    });
    await page.goto(`${stack.url}/wall`);
    const tiles = page.getByRole('region', { name: 'Live tasks' }).getByRole('article');
    await expect(tiles).toHaveCount(7);
    await expect(tiles.nth(0).getByText('Roll back?')).toBeVisible();
    await expect(tiles.nth(1).getByText('Freeze it?')).toBeVisible();
    await expect(tiles.nth(2).getByText('Island it?')).toBeVisible();
    await expect(tiles.nth(1).getByRole('img', { name: 'critical' })).toBeVisible();
    await expect(tiles.nth(3).getByRole('img', { name: 'minor' })).toBeVisible();

    // A later and more urgent question replaces the least urgent one; the other tiles stay in place.
    await page.mouse.move(5, 5);
    const last = await startAsking(stack, { id: 'late-guard', name: 'Late Guard' });
    await last.ask('ask-late', { ask: 'Close the valve?', severity: 'critical' });
    await expect(tiles.filter({ hasText: 'Close the valve?' })).toBeVisible();
    await expect(tiles).toHaveCount(7);
    await expect(tiles.nth(0).getByText('Roll back?')).toBeVisible();
    await expect(tiles.nth(1).getByText('Freeze it?')).toBeVisible();
    await expect(tiles.nth(2).getByText('Island it?')).toBeVisible();

    // However low the window is, no edge cuts the way to the decision.
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(tiles).toHaveCount(7);
    const cut = () =>
      tiles.evaluateAll(
        (all) =>
          all.filter((tile) => {
            const body = tile.querySelector('.tile-body')?.getBoundingClientRect();
            const link = tile.querySelector('.tile-body a')?.getBoundingClientRect();
            return body === undefined || link === undefined || link.bottom > body.bottom;
          }).length,
      );
    await expect.poll(cut).toBe(0);
    for (const asking of [...calm, ...late, last]) await asking.close();
  });

  test('keeps the pinned tiles, in its address', async ({ console: page, stack }) => {
    const agent = await scriptedAgent(async (run) => {
      begin(run);
      sendText(run, 'm1', 'Done at once');
      finish(run);
    });
    try {
      await addScripted(stack, agent, { id: 'quick', name: 'Quick' });
      const taskId = await startTask(stack, 'quick', 'An ended task');
      await runStatus(stack, taskId, 'finished');
      await page.goto(`${stack.url}/wall`);
      await page.getByRole('button', { name: 'Choose tasks' }).click();
      await page.getByRole('checkbox', { name: 'An ended task' }).focus();
      await page.keyboard.press('Space');
      await expect(page).toHaveURL(/pin=/);
      await page.keyboard.press('Escape');
      await page.reload();
      const tile = page.getByRole('article', { name: 'An ended task' });
      await expect(tile.getByRole('button', { name: 'Unpin this tile' })).toBeVisible();
    } finally {
      await agent.close();
    }
  });
});
