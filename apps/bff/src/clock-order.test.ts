import { afterEach, describe, expect, it } from 'vitest';
import { type Asking, startAsking } from './testing/asking.ts';

const hourMs = 3_600_000;
const messageId = 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG';
let asking: Asking | undefined;
afterEach(async () => {
  await asking?.close();
  asking = undefined;
});

const fail = async ({ run, harness, taskId }: Asking) => {
  run.send({ type: 'RUN_ERROR', message: 'It went wrong.' });
  run.end();
  await harness.untilStatus(taskId, 'failed');
};

describe.each([
  ['back', -2 * hourMs],
  ['forward', 2 * hourMs],
])('when the clock is set %s by two hours', (_, jumpMs) => {
  it('an answer given after its run has failed is sent with a new one', async () => {
    asking = await startAsking();
    const prompt = await asking.ask({ messageId });
    await fail(asking);
    asking.jump(jumpMs);
    await asking.decide(prompt);
    while (asking.agent.runs.length < 2) await asking.pass(0);
    const { forwardedProps } = (await asking.agent.run(1)).input;
    expect(forwardedProps?.['upFormat']).toMatchObject({ parentMessageId: messageId });
  });

  it('an answer given before its run has failed starts no run without the operators', async () => {
    asking = await startAsking({ policy: { recallMs: 60_000 } });
    const prompt = await asking.ask({ messageId });
    const { body } = await asking.decide(prompt);
    asking.jump(jumpMs);
    await asking.pass(0);
    await fail(asking);
    while (!asking.changes('decision').includes('undeliverable')) await asking.pass(10_000);
    expect(await asking.prompt(prompt.id)).toMatchObject({
      state: 'open',
      returned: { id: body.decisionId, failure: expect.stringMatching(/run is failed/) },
    });
    expect(asking.agent.runs).toHaveLength(1);
  });

  it('the last failed answer is the one that is shown', async () => {
    asking = await startAsking({ script: { feedbackStatus: () => 422 } });
    const prompt = await asking.ask({ messageId });
    const refused = (count: number) => () =>
      asking?.changes('decision').filter((change) => change === 'refused').length === count;
    await asking.decide(prompt);
    await asking.harness.until(refused(1));
    asking.jump(jumpMs);
    const { body } = await asking.decide(prompt, { feedback: { type: 'reject' } });
    await asking.harness.until(refused(2));
    expect((await asking.prompt(prompt.id)).returned).toMatchObject({
      id: body.decisionId,
      feedback: { type: 'reject' },
    });
  });

  it('the last stop is the one shown', async () => {
    asking = await startAsking({
      control: true,
      script: { controlStatus: (index) => (index === 0 ? 409 : 200) },
    });
    const { harness, taskId } = asking;
    const stop = (key: string) =>
      asking?.post(`/api/tasks/${taskId}/control`, { action: 'stop', idempotencyKey: key });
    const shown = async () =>
      (await harness.request('GET', `/api/tasks/${taskId}`)).body['controls'] as { id: string }[];
    await stop('key-of-the-first-stop-3f2b6c1e');
    await asking.agent.control(0);
    await harness.untilStatus(taskId, 'running');
    asking.jump(jumpMs);
    const second = await stop('key-of-the-second-stop-3f2b6c1e');
    await asking.agent.control(1);
    expect((await shown()).map(({ id }) => id)).toEqual([second?.body.controlId]);
  });
});
