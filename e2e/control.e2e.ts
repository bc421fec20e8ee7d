import type { ControlFact } from '@countersign/api/fact';
import { expect, test } from './fixtures.ts';
import { agentEvents, expectWhole, factsOf, journalOf, messagesOf, ofAgents } from './journal.ts';
import { openPrompt, runStatus } from './pages/console.ts';
import { allRungs, completeRequest, startTask, taskPage } from './pages/task-page.ts';
import { scriptedAgent } from './scripted-agent.ts';
import type { Stack } from './stack.ts';

const controls = async (stack: Stack, taskId: string) =>
  factsOf<ControlFact>(await journalOf(stack, taskId), 'countersign.control');

async function settled(stack: Stack, taskId: string, action: string) {
  const steps = (await controls(stack, taskId)).filter(
    ({ value }) => value.control.action === action,
  );
  const requested = steps.find(({ value }) => value.change === 'requested');
  const done = steps.find(({ value }) => value.change === 'settled');
  if (!requested || !done) throw new Error(`${action} has not settled`);
  return { requested, done, steps };
}

test.describe('the crew at reading speed', () => {
  test.use({ stackOptions: { tokenDelayMs: 40 } });

  test('pause stops the tokens within a second, resume continues where they stopped', async ({
    console: page,
    stack,
  }) => {
    const taskId = await startTask(stack, 'orchestrator', completeRequest);
    const { open, stream, control, ladder, words } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText(/A new request/).first()).toBeVisible();
    await control.getByRole('button', { name: 'Pause' }).click();
    await expect(ladder('pause').getByRole('listitem')).toHaveText(allRungs);
    await expect(page.getByText('Paused').first()).toBeVisible();

    // The same request, undisturbed, shows when enough time has passed.
    const undisturbed = await startTask(stack, 'orchestrator', completeRequest);
    await agentEvents(stack, undisturbed, 60);
    const { requested, done, steps } = await settled(stack, taskId, 'pause');
    const paused = ofAgents(await journalOf(stack, taskId));
    expect(paused.filter(({ sequence }) => sequence > done.sequence)).toEqual([]);
    const last = paused.findLast(({ event }) => event.type === 'BUSINESS_DATA_CONTENT');
    expect((last?.receivedAt ?? Number.NaN) - requested.receivedAt).toBeLessThan(1000);
    expect(steps.map(({ value }) => value.change).filter((change) => change !== 'counted')).toEqual(
      expect.arrayContaining(['requested', 'acknowledged', 'settled']),
    );
    const { deliveredAt, acknowledgedAt, settledAt, requestedAt } = done.value.control;
    expect([requestedAt, deliveredAt, acknowledgedAt, settledAt]).not.toContain(null);

    await control.getByRole('button', { name: 'Resume' }).click();
    await expect(ladder('resume').getByRole('listitem')).toHaveText(allRungs);
    await openPrompt(stack, taskId, 'followup');
    await openPrompt(stack, undisturbed, 'followup');
    const [mine, other] = [await journalOf(stack, taskId), await journalOf(stack, undisturbed)];
    expectWhole(mine);
    expect(messagesOf('recommender', mine)).toEqual(messagesOf('recommender', other));
    expect(messagesOf('orchestrator', mine)).toEqual(messagesOf('orchestrator', other));
    await expect(stream.getByText(/Whom shall I invite/)).toBeVisible();
    const shown = await words();
    await open(undisturbed);
    await expect(stream.getByText(/Whom shall I invite/)).toBeVisible();
    expect(shown).toEqual(await words());
    expect(shown.join('\n')).toContain('My confidence is');
  });

  test('stop asks for confirmation, ends the run, and counts the events received afterwards', async ({
    console: page,
    stack,
  }) => {
    const taskId = await startTask(stack, 'orchestrator', completeRequest);
    const { open, stream, control, ladder } = taskPage(page, stack);
    await open(taskId);
    await expect(stream.getByText(/A new request/).first()).toBeVisible();
    await control.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Stop this task?')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await controls(stack, taskId)).toEqual([]);
    await control.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop task' }).click();
    await expect(ladder('stop').getByRole('listitem')).toHaveText(allRungs);
    await runStatus(stack, taskId, 'stopped');
    await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible();
    await expect(control.getByRole('button', { name: 'Stop' })).toBeDisabled();
    // A settled control is shown only in the stream.
    await expect(page.locator('.task-head').getByRole('list')).toHaveCount(0);
    await expect(stream.getByText('No more mails are sent.')).toBeVisible();

    // All events of the agents after the request, except its acknowledgement and the end.
    const { requested, steps } = await settled(stack, taskId, 'stop');
    const journal = await journalOf(stack, taskId);
    const counted = ofAgents(journal).filter(
      ({ sequence, event }) =>
        sequence > requested.sequence &&
        event.type !== 'RUN_ERROR' &&
        event.type !== 'RUN_FINISHED' &&
        !(event.type === 'CUSTOM' && event.name === 'hai.control'),
    ).length;
    expect(counted).toBeGreaterThan(0);
    expect(steps.at(-1)?.value.control.eventsSince).toBe(counted);
    const reported = counted === 1 ? '1 event since' : `${counted} events since`;
    await expect(page.getByText(reported).first()).toBeVisible();
    expect(await stack.mails()).toEqual([]);
    expectWhole(journal);
  });
});

test('an agent without control is held and closed by the server, and the page shows that', async ({
  console: page,
  stack,
}) => {
  let sent = 0;
  let closed = false;
  const agent = await scriptedAgent(async (run) => {
    const { threadId, runId } = run.input;
    run.event({ type: 'RUN_STARTED', threadId, runId });
    run.event({ type: 'BUSINESS_DATA_START', messageId: 'm1', role: 'assistant' });
    const ticking = setInterval(() => {
      sent += 1;
      run.event({ type: 'BUSINESS_DATA_CONTENT', messageId: 'm1', delta: `tick ${sent}, ` });
    }, 15);
    await run.closed;
    clearInterval(ticking);
    closed = true;
  });
  try {
    await stack.api('/api/agents', {
      body: { id: 'ticker', name: 'Ticker', protocol: 'hai', url: agent.url },
    });
    const taskId = await startTask(stack, 'ticker', 'Tick');
    const { open, stream, control, ladder } = taskPage(page, stack);
    const ticks = async () =>
      ofAgents(await journalOf(stack, taskId)).filter(
        ({ event }) => event.type === 'BUSINESS_DATA_CONTENT',
      ).length;
    const sentMore = (count: number) => {
      const goal = sent + count;
      return expect.poll(() => sent, { timeout: 30_000 }).toBeGreaterThanOrEqual(goal);
    };
    await open(taskId);
    await expect(stream.getByText(/tick 5,/)).toBeVisible();

    await control.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Held, agent cannot pause').first()).toBeVisible();
    await expect(ladder('pause').getByRole('listitem').last()).toHaveText(/^settled, done/);
    // A chunk that was being read when the stream was held still arrives; then nothing more.
    await sentMore(20);
    const held = await ticks();
    await sentMore(60);
    expect(await ticks()).toBe(held);

    await control.getByRole('button', { name: 'Resume' }).click();
    const goal = sent;
    await expect.poll(ticks, { timeout: 30_000 }).toBeGreaterThanOrEqual(goal);
    const text = messagesOf('ticker', await journalOf(stack, taskId)).messages.join('');
    const count = text.split(', ').length - 1;
    expect(text).toBe(Array.from({ length: count }, (_, at) => `tick ${at + 1}, `).join(''));

    await control.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop task' }).click();
    await expect(page.getByText('Stream closed, agent cannot stop').first()).toBeVisible();
    await expect(ladder('stop').getByRole('listitem').last()).toHaveText(/^cut off/);
    await runStatus(stack, taskId, 'cut-off');
    await expect(
      page.getByText(/did not confirm that it stopped, so it may still run/),
    ).toBeVisible();
    await expect.poll(() => closed).toBe(true);
    expectWhole(await journalOf(stack, taskId));
  } finally {
    await agent.close();
  }
});
