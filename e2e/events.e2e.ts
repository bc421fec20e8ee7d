import { readFile, writeFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPrompt } from './pages/console.ts';
import { crews, eventCount } from './pages/crews.ts';
import { begin, finish, sendText, startScripted } from './pages/scripted-task.ts';
import { test as playedTest } from './played-test.ts';
import { scriptedAgent } from './scripted-agent.ts';

// One of them continues after its server was stopped.
test.use({ fetchesAhead: true });

for (const crew of crews) {
  playedTest(
    `${crew.name}: events are filtered, searched and shown in full`,
    async ({ console: page, stack, played }) => {
      const taskId = played.finished[crew.name];
      const head = await eventCount(stack, taskId);
      await page.goto(`${stack.url}/tasks/${taskId}?tab=events`);
      const list = page.getByRole('listbox', { name: /^Events/ });
      await expect(page.getByText(`${head} events`, { exact: true })).toBeVisible();
      await expect(list.getByRole('option', { name: 'RUN_FINISHED' })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Health of the streams' })).toContainText(
        'nothing rejected',
      );

      await page.getByLabel('Type').selectOption('TOOL_CALL_START');
      await expect(page.getByText(new RegExp(`^\\d+ of ${head} events$`))).toBeVisible();
      await expect(list.getByRole('option', { name: crew.tool }).first()).toBeVisible();
      await page.getByLabel('Find in the events').fill(crew.tool);
      const found = list.getByRole('option', { name: crew.tool }).first();
      await found.click();
      const details = page.getByRole('complementary', { name: 'Selected event' });
      await expect(details.getByText(`"${crew.tool}"`)).toBeVisible();
      await expect(details.getByText('Received')).toBeVisible();
      await expect(page).toHaveURL(/event=\d+/);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await details.getByRole('button', { name: 'Copy JSON' }).click();
      const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      expect(copied).toMatchObject({ threadId: taskId, event: { toolCallName: crew.tool } });
      await expectAccessible(page, 'an event');
      await page.getByLabel('Find in the events').fill('');
      await page.getByLabel('Type').selectOption('');

      // By keyboard, one event at a time.
      await list.focus();
      await page.keyboard.press('Home');
      await expect(details.getByRole('heading', { name: '1', exact: true })).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(details.getByRole('heading', { name: '2', exact: true })).toBeVisible();

      await page.getByRole('button', { name: 'Report' }).click();
      await expect(page.getByRole('region', { name: 'Report on the streams' })).toContainText(
        'Nothing to fix',
      );
    },
  );

  test(`${crew.name}: a download can be opened after the server was stopped`, async ({
    console: page,
    stack,
  }, info) => {
    const taskId = await crew.start(stack);
    await openPrompt(stack, taskId, 'blocking');
    await crew.finish(stack, taskId);
    const head = await eventCount(stack, taskId);
    await page.goto(`${stack.url}/tasks/${taskId}?tab=events`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSONL' }).click();
    const file = info.outputPath('task.jsonl');
    await (await saved).saveAs(file);
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(head);

    await page.getByRole('link', { name: 'Open a file' }).click();
    await expect(page.getByRole('heading', { name: 'Open an exported task' })).toBeVisible();
    // The views are loaded when first shown: once, while there is a server.
    await page.getByLabel('Choose a file').setInputFiles(file);
    for (const name of ['Lineage', 'Flow', 'Timeline', 'State', 'Events']) {
      await page.getByRole('link', { name, exact: false }).first().click();
      await expect(page).toHaveURL(new RegExp(`tab=${name.toLowerCase()}`));
      await expect(page.locator('.skeleton')).toHaveCount(0);
      // Its layout is computed in a worker, which is loaded with it.
      if (name === 'Lineage') {
        await expect(page.locator('.react-flow__node').first()).toBeVisible();
      }
    }
    await stack.killServer('SIGKILL');
    await page.getByRole('button', { name: 'Open another file' }).click();
    await page.getByLabel('Choose a file').setInputFiles(file);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(crew.root);
    await expect(page.getByText('File task.jsonl')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Stream' }).getByText(crew.question).first(),
    ).toBeVisible();
    await page.getByRole('link', { name: /^Lineage/ }).click();
    await expect(
      page.locator('.react-flow__node').filter({ hasText: crew.question }),
    ).toBeVisible();
    await page.getByRole('link', { name: /^State/ }).click();
    const tree = page.getByRole('tree', { name: 'Shared state' });
    await tree
      .getByRole('treeitem', { name: new RegExp(crew.place) })
      .first()
      .click();
    await expect(page.getByRole('region', { name: `Written by /${crew.place}` })).toContainText(
      'set',
    );
    await page.getByRole('slider', { name: 'Position in the task' }).focus();
    await page.keyboard.press('Home');
    await expect(page.getByText(`As it was at 1 of ${head}`)).toBeVisible();
    await expectAccessible(page, 'an opened file');
  });
}

test.describe('invalid streams', () => {
  test.use({ stackOptions: { crew: false } });

  test('are counted by agent, marked in the list, and described in a report for the agent’s author', async ({
    console: page,
    stack,
  }, info) => {
    const agent = await scriptedAgent((run) => {
      begin(run);
      run.event({ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/a', value: 1 }] });
      run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'never-opened', delta: 'lost' });
      run.raw('data: {"type": "NOT_A\n\n');
      sendText(run, 'm', 'All the same I speak.');
      finish(run);
    });
    const taskId = await startScripted(stack, agent);
    await page.goto(`${stack.url}/tasks/${taskId}?tab=events`);
    const health = page.getByRole('list', { name: 'Health of the streams' });
    await expect(health).toContainText('1 rejected');
    await page.getByRole('button', { name: /^Anomalies/ }).click();
    const list = page.getByRole('listbox', { name: /^Events/ });
    await expect(list.getByRole('option', { name: 'frame-rejected' })).toBeVisible();
    await expectAccessible(page, 'anomalies');

    await page.getByRole('button', { name: 'Report' }).click();
    const report = page.getByRole('region', { name: 'Report on the streams' });
    for (const rule of ['frame-rejected', 'patch-failed', 'content-without-start']) {
      await expect(report.getByText(rule)).toBeVisible();
    }
    await expectAccessible(page, 'report');
    const saved = page.waitForEvent('download');
    await report.getByRole('button', { name: 'Markdown', exact: true }).click();
    const file = info.outputPath('report.md');
    await (await saved).saveAs(file);
    const text = await readFile(file, 'utf8');
    expect(text).toContain(taskId);
    expect(text).toContain('### patch-failed (error, 1 time)');
    expect(text).toContain('**To fix:**');

    // From a finding to its event.
    await report
      .getByRole('listitem')
      .filter({ hasText: 'patch-failed' })
      .getByRole('button')
      .click();
    await expect(
      page.getByRole('complementary', { name: 'Selected event' }).getByText('"STATE_DELTA"'),
    ).toBeVisible();
    await agent.close();
  });

  test('a partly broken file is shown as far as it can be read, other files are refused', async ({
    page,
    stack,
  }, info) => {
    const agent = await scriptedAgent((run) => {
      begin(run);
      sendText(run, 'm', 'Said and kept.');
      finish(run);
    });
    const taskId = await startScripted(stack, agent);
    await expect.poll(() => eventCount(stack, taskId)).toBeGreaterThan(4);
    const exported = await fetch(`${stack.url}/api/tasks/${taskId}/export`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });
    const lines = (await exported.text()).trim().split('\n');
    const broken = info.outputPath('broken.jsonl');
    await writeFile(broken, [lines[0], 'half a li', ...lines.slice(1)].join('\n'));
    const none = info.outputPath('letter.txt');
    await writeFile(none, 'Dear reader,\n');

    // No operator is signed in here.
    await page.goto(`${stack.url}/sign-in`);
    await page.getByRole('link', { name: /Open an exported task/ }).click();
    await page.getByLabel('Choose a file').setInputFiles(none);
    await expect(page.getByRole('alert')).toContainText('There is no task in this file');
    await page.getByLabel('Choose a file').setInputFiles(broken);
    await expect(
      page.getByText('1 line could not be read and is left out; the first is line 2.'),
    ).toBeVisible();
    await expect(page.getByText('Said and kept.')).toBeVisible();
    await agent.close();
  });
});
