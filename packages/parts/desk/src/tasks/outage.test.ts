import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { finish } from '@countersign/bff/testing/foreign';
import { holdStore, type LockHolder, untilWritable } from '@countersign/bff/testing/lock-holder';
import { afterEach, describe, expect, it } from 'vitest';

const messageId = 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG';
const stopKey = 'key-of-the-stop-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
let asking: Asking | undefined;
let holder: LockHolder | undefined;
afterEach(async () => {
  await holder?.release();
  await asking?.close();
  asking = undefined;
  holder = undefined;
});

const say = (to: Asking, content: string) =>
  to.post(`/api/tasks/${to.taskId}/messages`, {
    content,
    idempotencyKey: `key-of-${content}-3f2b6c1e-9d5a-4c7b`,
  });
const withdraw = ({ harness, taskId }: Asking, id: string) =>
  harness.request('DELETE', `/api/tasks/${taskId}/messages/${id}`);
const recall = (to: Asking, decisionId: string) => to.post(`/api/decisions/${decisionId}/recall`);
const stop = (to: Asking) =>
  to.post(`/api/tasks/${to.taskId}/control`, { action: 'stop', idempotencyKey: stopKey });

/** Another program locks the store, and events of the agent are the first that cannot be written. */
async function hold(to: Asking): Promise<void> {
  holder = await holdStore(to.harness.directory);
  to.run.send({ type: 'STEP_STARTED', stepName: 'said while the store was held' });
  await untilWritable(to.harness, false);
}
async function letGo(to: Asking): Promise<void> {
  await holder?.release();
  await untilWritable(to.harness, true);
  await to.harness.untilEvent(to.taskId, ({ type }) => type === 'STEP_STARTED');
}

function expectRefused(answers: Awaited<ReturnType<typeof say>>[]): void {
  for (const { status, body, headers } of answers) {
    expect([status, body.type]).toEqual([503, expect.stringMatching(/not-ready$/)]);
    expect(headers['retry-after']).toBeDefined();
    expect(body['detail']).toMatch(/Nothing was/);
  }
}

const rows = <Row>(of: Asking, sql: string) => of.harness.services.journal.read.all<Row>(sql);
/** The number of actions in the audit. */
const done = async (of: Asking, action: string) =>
  (
    await rows<{ action: string }>(of, `SELECT json_extract(row, '$.action') AS action FROM audit`)
  ).filter((row) => row.action === action).length;
/** The pending deliveries. */
const leftOf = (of: Asking) => rows(of, `SELECT id FROM outbox WHERE state IN ('pending', 'held')`);

describe('while another program holds the store', () => {
  it('everything that would change what waits is refused, and what waits is sent afterwards, once', async () => {
    asking = await startAsking({ feedback: false });
    const { taskId, run, harness } = asking;
    const prompt = await asking.ask({ messageId });
    const { body: answered } = await asking.decide(prompt);
    await harness.until(() => asking?.changes('decision').includes('queued'));
    const { body: kept } = await say(asking, 'kept');
    await hold(asking);
    // The run ends while the store is not writable: its end, and the consequences, wait.
    finish(run);
    expectRefused(
      await Promise.all([
        say(asking, 'said again'),
        withdraw(asking, kept.messageId),
        recall(asking, answered.decisionId),
        stop(asking),
      ]),
    );
    await letGo(asking);
    const second = await asking.nextRun(1);
    expect(second.input.forwardedProps?.['upFormat']).toMatchObject({
      parentMessageId: messageId,
    });
    // Refused clients repeat their requests with the same key, and once more because the response may have been lost.
    const again = await Promise.all([say(asking, 'said again'), say(asking, 'said again')]);
    expect(again.map(({ status }) => status)).toEqual([202, 202]);
    expect(again[0]?.body.messageId).toBe(again[1]?.body.messageId);
    finish(second);
    const third = await asking.nextRun(2);
    const said = third.input.messages.flatMap(({ role, content }) =>
      role === 'user' ? [content] : [],
    );
    expect(said.slice(-2)).toEqual(['kept', 'said again']);
    expect(said.filter((words) => words === 'kept' || words === 'said again')).toHaveLength(2);
    finish(third);
    await harness.untilStatus(taskId, 'finished');
    await asking.pass(60_000);
    expect(asking.agent.runs).toHaveLength(3);
    expect([
      await done(asking, 'message'),
      await done(asking, 'recall'),
      await done(asking, 'control:stop'),
    ]).toEqual([2, 0, 0]);
  });

  it('words to a run that accepts them are not said, also when their request is the first to meet the outage', async () => {
    asking = await startAsking();
    const { agent, harness } = asking;
    holder = await holdStore(harness.directory);
    // It is not known yet that the store is held: this request detects it.
    expectRefused([await say(asking, 'never said')]);
    expectRefused([await say(asking, 'said again')]);
    await holder.release();
    await untilWritable(harness, true);
    const { status, body } = await say(asking, 'said again');
    expect([status, body.to]).toEqual([202, 'running']);
    expect((await agent.feedback(0)).key).toBe(body.messageId);
    while ((await leftOf(asking)).length > 0) await asking.pass(0);
    await asking.pass(60_000);
    expect(agent.feedbacks).toHaveLength(1);
    expect(await done(asking, 'message')).toBe(1);
  });

  it('a repeated request to stop is one stop, and its agent is asked once', async () => {
    asking = await startAsking({ control: true });
    await asking.harness.untilStatus(asking.taskId, 'running');
    await hold(asking);
    expectRefused([await stop(asking)]);
    expect((await asking.harness.request('GET', `/api/tasks/${asking.taskId}`)).body).toMatchObject(
      {
        runStatus: 'running',
      },
    );
    await letGo(asking);
    const again = [await stop(asking), await stop(asking)];
    expect(again.map(({ status }) => status)).toEqual([202, 202]);
    expect(again[0]?.body.controlId).toBe(again[1]?.body.controlId);
    await asking.agent.control(0);
    finish(asking.run);
    await asking.harness.untilStatus(asking.taskId, 'stopped');
    await asking.pass(60_000);
    expect(asking.agent.controls).toHaveLength(1);
    expect(await done(asking, 'control:stop')).toBe(1);
  });

  it('a stop in progress arrives once, and its result is recorded afterwards', async () => {
    let reportedHeld = () => {};
    const held = new Promise<void>((resolve) => {
      reportedHeld = resolve;
    });
    asking = await startAsking({ control: true, script: { beforeControl: () => held } });
    const { body } = await stop(asking);
    await asking.agent.control(0);
    await hold(asking);
    // The agent accepts it while this cannot be recorded.
    reportedHeld();
    finish(asking.run);
    await letGo(asking);
    await asking.harness.untilStatus(asking.taskId, 'stopped');
    const states = () =>
      rows<{ id: string; state: string }>(asking!, 'SELECT id, state FROM controls');
    await asking.harness.until(async () =>
      (await states()).every(({ state }) => state === 'settled'),
    );
    expect((await states()).map(({ id }) => id)).toEqual([body.controlId]);
    expect(asking.agent.controls).toHaveLength(1);
  });

  it('an answer in its recall window is not taken back, is sent after it, once, and cannot be recalled any more', async () => {
    asking = await startAsking({ policy: { recallMs: 5_000 } });
    const { agent } = asking;
    const prompt = await asking.ask({ messageId });
    const { body } = await asking.decide(prompt);
    await hold(asking);
    expectRefused([await recall(asking, body.decisionId)]);
    // Its window passes meanwhile.
    asking.clock.advance(6_000);
    expectRefused([await recall(asking, body.decisionId)]);
    expect(agent.feedbacks).toHaveLength(0);
    await letGo(asking);
    expect((await agent.feedback(0)).message).toMatchObject({ parentMessageId: messageId });
    while ((await leftOf(asking)).length > 0) await asking.pass(0);
    const late = await recall(asking, body.decisionId);
    expect([late.status, late.body.type]).toEqual([409, expect.stringMatching(/decision-left$/)]);
    await asking.pass(60_000);
    expect(agent.feedbacks).toHaveLength(1);
    expect(await done(asking, 'recall')).toBe(0);
  });

  it('a repeated recall within the window is done once, and nothing is sent', async () => {
    asking = await startAsking({ policy: { recallMs: 60_000 } });
    const prompt = await asking.ask({ messageId });
    const { body } = await asking.decide(prompt);
    await hold(asking);
    expectRefused([await recall(asking, body.decisionId)]);
    await letGo(asking);
    const again = [await recall(asking, body.decisionId), await recall(asking, body.decisionId)];
    expect(again.map(({ status }) => status)).toContain(200);
    expect(await asking.prompt(prompt.id)).toMatchObject({ state: 'open', digest: prompt.digest });
    await asking.pass(120_000);
    expect(asking.agent.feedbacks).toHaveLength(0);
    expect(await done(asking, 'recall')).toBe(1);
  });
});
