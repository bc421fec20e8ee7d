import { randomUUID } from 'node:crypto';
import {
  begun,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '@countersign/bff/testing/foreign';
import { describeAgent, type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { createDatabase, hasPostgres } from '@countersign/bff/testing/postgres';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { afterEach, describe, expect, it } from 'vitest';

const engines = hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];
const databaseOf = async (engine: string) =>
  engine === 'postgres' ? { databaseUrl: (await createDatabase()).url } : {};

let foreign: Foreign | null = null;
let harness: Harness | null = null;
let agent: ScriptedAgent | null = null;
afterEach(async () => {
  await foreign?.close();
  await harness?.close();
  await agent?.close();
  foreign = null;
  harness = null;
  agent = null;
});

describe.each(engines)('a question whose answer was refused (%s)', (engine) => {
  /** The agent asks, and refuses the answer. */
  async function refused(): Promise<Foreign> {
    const started = await startForeign('ag-ui', await databaseOf(engine));
    foreign = started;
    interrupt(await begun(started, 0), { id: 'pay', reason: 'confirmation', message: 'Pay?' });
    const [asked] = await started.open(1);
    await started.decide(asked!, { type: 'approve' });
    const run = await begun(started, 1);
    run.send({ type: 'RUN_ERROR', message: 'I do not take that.' });
    run.end();
    await started.harness.until(async () => {
      const [open] = await promptsOf(started.harness.services.journal.read, started.taskId, 'open');
      return open?.returned?.state === 'refused';
    });
    return started;
  }
  const post = (asked: Foreign, path: string, body: object) =>
    asked.harness.request('POST', path, { idempotencyKey: randomUUID(), ...body });

  it('can be dismissed, and be answered again', async () => {
    const asked = await refused();
    const [prompt] = await asked.open(1);
    expect((await asked.preview(prompt!, { type: 'approve' })).status).toBe(200);
    const path = `/api/prompts/${encodeURIComponent(prompt!.id)}/dismissal`;
    const dismissed = await asked.harness.request('POST', path, { reason: 'It is broken' });
    expect(dismissed.body).toMatchObject({ state: 'withdrawn' });
  });

  it('does not hold up words: they give its interrupt up', async () => {
    const asked = await refused();
    const [prompt] = await asked.open(1);
    const said = await post(asked, `/api/tasks/${asked.taskId}/messages`, { content: 'Leave it' });
    expect(said.body).toMatchObject({ to: 'new-run' });
    const { input } = await begun(asked, 2);
    expect(input.resume).toMatchObject([{ interruptId: 'pay', status: 'cancelled' }]);
    expect(input.messages.at(-1)).toMatchObject({ role: 'user', content: 'Leave it' });
    expect(await asked.prompt(prompt!.id)).toMatchObject({ state: 'withdrawn' });
  });

  it('is withdrawn by a stop of its task', async () => {
    const asked = await refused();
    const [prompt] = await asked.open(1);
    const stopped = await post(asked, `/api/tasks/${asked.taskId}/control`, { action: 'stop' });
    expect(stopped.status).toBe(202);
    expect(await asked.prompt(prompt!.id)).toMatchObject({ state: 'withdrawn' });
    await asked.harness.untilStatus(asked.taskId, 'stopped');
  });
});

describe.each(engines)('an offer with a default, at the end of every run (%s)', (engine) => {
  let clock: ManualClock;
  let taskId: string;
  /** The agent ends each run with an offer whose default comes a second later. */
  async function start(unattendedRuns: number): Promise<Harness> {
    clock = createManualClock();
    agent = await startScriptedAgent({
      onRun(run) {
        const { threadId, runId } = run.input;
        run.send({ type: 'RUN_STARTED', threadId, runId });
        run.send(
          upMessage(threadId, {
            messageId: `offer-${runId}`,
            state: 'followup',
            upPrompt: {
              ask: 'Once more?',
              expiresAt: new Date(clock.now() + 1_000).toISOString(),
              defaultFeedback: { type: 'approve' },
            },
          }),
        );
        const { content } = run.input.messages.at(-1) ?? {};
        if (content !== 'Stay') finish(run);
      },
    });
    const agents = [describeAgent(agent, { feedback: false })];
    harness = await startHarness({ agents, clock, unattendedRuns, ...(await databaseOf(engine)) });
    ({ taskId } = await harness.start());
    await harness.untilStatus(taskId, 'finished');
    return harness;
  }
  const offers = async (state: 'open' | 'answered' | 'withdrawn') =>
    promptsOf(harness!.services.journal.read, taskId, state);
  /** Lets the time pass until a look finds something. */
  const passing = async <Value>(look: () => Promise<Value | undefined>): Promise<Value> => {
    for (let turn = 0; turn < 400; turn += 1) {
      const found = await look();
      if (found !== undefined) return found;
      clock.advance(200);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('nothing was found');
  };

  it('starts so many runs in a row, then waits for a person and says why', async () => {
    const { request, untilStatus } = await start(3);
    const held = await passing(async () => (await offers('open')).find((one) => one.returned));
    expect(agent?.runs).toHaveLength(4);
    expect(held).toMatchObject({
      expiresAt: null,
      returned: {
        by: { kind: 'default' },
        state: 'undeliverable',
        failure: expect.stringContaining('No person has started the last 3 runs of this task.'),
        failureStatement: { code: 'delivery.unattended' },
      },
    });
    clock.advance(60_000);
    const answered = await request(
      'POST',
      `/api/prompts/${encodeURIComponent(held.id)}/decisions`,
      {
        feedback: { type: 'approve' },
        digest: held.digest,
        idempotencyKey: randomUUID(),
      },
    );
    expect(answered.status).toBe(201);
    // A person has started this one: the count begins again.
    await passing(async () => ((agent?.runs.length ?? 0) >= 6 ? true : undefined));
    await untilStatus(taskId, 'finished');
  });

  it('is withdrawn by a stop of a later run', async () => {
    const { request, untilStatus } = await start(20);
    const said = { content: 'Stay', idempotencyKey: randomUUID() };
    await request('POST', `/api/tasks/${taskId}/messages`, said);
    await untilStatus(taskId, 'running');
    const stop = { action: 'stop', idempotencyKey: randomUUID() };
    expect((await request('POST', `/api/tasks/${taskId}/control`, stop)).status).toBe(202);
    await harness?.until(async () => (await offers('withdrawn')).length >= 1);
    await harness?.until(async () => (await offers('open')).length === 0);
    clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await offers('answered')).toEqual([]);
    expect(agent?.runs).toHaveLength(2);
  });

  it('is withdrawn by a stop between two runs, and its default with it', async () => {
    const { request, untilStatus } = await start(20);
    expect(await offers('open')).toHaveLength(1);
    const stop = { action: 'stop', idempotencyKey: randomUUID() };
    expect((await request('POST', `/api/tasks/${taskId}/control`, stop)).status).toBe(202);
    await untilStatus(taskId, 'stopped');
    expect(await offers('withdrawn')).toHaveLength(1);
    clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await offers('answered')).toEqual([]);
    expect(agent?.runs).toHaveLength(1);
  });
});
