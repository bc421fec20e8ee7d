import { randomUUID } from 'node:crypto';
import type { Control } from '@countersign/api/task';
import { webhookCallSchema } from '@countersign/api/webhook';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { type Harness, startHarness } from '@countersign/bff/testing/harness';
import { createManualClock } from '@countersign/bff/testing/manual-clock';
import { startReceiver } from '@countersign/bff/testing/receiver';
import { agentDescriptorSchema } from '@countersign/hai/agent-descriptor';
import { a2aIds, startA2aAgent, statusUpdate, taskIn } from '@countersign/testkit/a2a-agent';
import { afterEach, describe, expect, it } from 'vitest';
import { publishCounts } from './control-operations.ts';

let asking: Asking;
let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await asking?.close();
  for (const close of closing) await close();
  closing = [];
});

const start = async (protocol: 'hai' | 'ag-ui' = 'hai', more: object = {}) => {
  asking = await startAsking({
    control: true,
    script: { controlSays: 'running' },
    descriptor: { protocol },
    ...more,
  });
  return asking;
};
const press = (action: string, more: object = {}) =>
  asking.post(`/api/tasks/${asking.taskId}/control`, {
    action,
    idempotencyKey: randomUUID(),
    ...more,
  });
const controlsIn = (harness: Harness, taskId: string) =>
  harness.facts(taskId, 'countersign.control').map((fact) => ({
    change: fact.change,
    control: fact['control'] as Control,
  }));
const last = () => controlsIn(asking.harness, asking.taskId).at(-1)!.control;
const confirm = (action: string, status: string) =>
  asking.run.send({ type: 'CUSTOM', name: 'hai.control', value: { action, status } });
const work = async (text = 'on ') => {
  const before = asking.harness.events(asking.taskId).length;
  asking.run.send({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: text });
  await asking.harness.until(() => asking.harness.events(asking.taskId).length > before);
};
const status = async () =>
  (await asking.harness.request('GET', `/api/tasks/${asking.taskId}`)).body.runStatus;
const finish = () =>
  asking.run.send({
    type: 'RUN_FINISHED',
    threadId: asking.taskId,
    runId: asking.run.input.runId,
  });

describe.each(['hai', 'ag-ui'] as const)(
  'a stop that an agent over %s does not follow',
  (protocol) => {
    it('ignored: after ten seconds, with what was sent since; finished, not stopped, when it ends', async () => {
      await start(protocol);
      await press('stop');
      await asking.agent.control(0);
      await work();
      await asking.pass(9_999);
      expect(last().notObeyedAt).toBeUndefined();
      await asking.pass(1);
      const { notObeyedAt, requestedAt } = last();
      expect(notObeyedAt).toBe(requestedAt + 10_000);
      await work();
      await asking.pass(500);
      expect(last().eventsSince).toBeGreaterThanOrEqual(2);
      finish();
      await asking.harness.until(async () => (await status()) === 'finished');
      expect(last()).toMatchObject({
        state: 'failed',
        failureStatement: { code: 'control.stop-not-followed' },
      });
    });

    it('confirmed, and not carried out: the same', async () => {
      await start(protocol);
      await press('stop');
      await asking.agent.control(0);
      confirm('stop', 'stopping');
      await asking.harness.until(() => last().state === 'acknowledged');
      await asking.pass(10_000);
      expect(last().notObeyedAt).toBeDefined();
      finish();
      await asking.harness.until(async () => (await status()) === 'finished');
      expect(last().failureStatement?.code).toBe('control.stop-not-followed');
    });

    it('confirmed late: it is followed after all, unless its agent continues', async () => {
      await start(protocol);
      await press('stop');
      await asking.agent.control(0);
      await asking.pass(12_000);
      expect(last().notObeyedAt).toBeDefined();
      confirm('stop', 'stopped');
      await asking.harness.until(() => last().state === 'settled');
      expect(last().notObeyedAt).toBeUndefined();
      await asking.pass(10_000);
      expect(last().notObeyedAt).toBeUndefined();
      await work();
      await asking.harness.until(() => last().notObeyedAt !== undefined);
      finish();
      await asking.harness.until(async () => (await status()) === 'finished');
    });
  },
);

it('a pause that its agent says it follows, and sends on, is not obeyed', async () => {
  await start();
  await press('pause');
  await asking.agent.control(0);
  confirm('pause', 'paused');
  await asking.harness.until(() => last().state === 'settled');
  // What was under way is no disobedience.
  await work();
  await asking.pass(10_000);
  expect(last().notObeyedAt).toBeUndefined();
  await work();
  await asking.harness.until(() => last().notObeyedAt !== undefined);
});

it('cuts the connection of an agent that does not stop: cut off, never stopped', async () => {
  await start();
  await press('stop');
  await asking.agent.control(0);
  confirm('stop', 'stopping');
  await asking.harness.until(() => last().state === 'acknowledged');
  await asking.pass(10_000);
  const cut = await press('stop', { cut: true });
  expect(cut.body.control.means).toBe('close');
  await asking.harness.until(async () => (await status()) === 'cut-off');
  const states = controlsIn(asking.harness, asking.taskId).map(({ control }) => control);
  const ended = new Map(states.map((control) => [control.means, control.state]));
  expect(ended.get('close')).toBe('cut-off');
  expect(ended.get('agent')).toBe('failed');
});

it('is reported to every webhook, once', async () => {
  const pager = await startReceiver();
  closing.push(() => pager.close());
  await start('hai', { webhooks: { allowed: [`127.0.0.1:${pager.port}`] } });
  const webhook = { name: 'Pager', url: pager.url, enabled: true };
  const added = await asking.post('/api/webhooks', {
    ...webhook,
    severityFrom: 'critical',
    repeatMs: null,
  });
  expect(added.status).toBe(201);
  await press('stop');
  await asking.agent.control(0);
  await asking.pass(10_000);
  const call = await pager.call(0);
  expect(webhookCallSchema.parse(call.body)).toMatchObject({
    type: 'task.not-obeying',
    data: { taskId: asking.taskId, agentId: 'demo', action: 'stop' },
  });
  await asking.pass(60_000);
  expect(pager.calls).toHaveLength(1);
});

it('over A2A: a cancelled task that continues', async () => {
  const agent = await startA2aAgent();
  const clock = createManualClock();
  const described = { id: 'demo', name: 'Booking desk', protocol: 'a2a', url: agent.url };
  const agents = [agentDescriptorSchema.parse(described)];
  const harness = await startHarness({ agents, clock, idleMs: 1e12, rejoinMs: 1e12 });
  closing.push(
    () => harness.close(),
    () => agent.close(),
  );
  const { taskId } = await harness.start('demo', 'A long story');
  await agent.called('SendStreamingMessage');
  agent.say({ task: taskIn('WORKING') });
  await harness.untilEvent(taskId, ({ type }) => type === 'STATE_SNAPSHOT');
  await harness.request('POST', `/api/tasks/${taskId}/control`, {
    action: 'stop',
    idempotencyKey: randomUUID(),
  });
  expect((await agent.called('CancelTask')).params).toEqual({ id: a2aIds.taskId });
  agent.say(statusUpdate('WORKING'));
  for (let turn = 0; turn < 4; turn += 1) {
    await harness.services.journal.commit(publishCounts, null);
    clock.advance(2_500);
  }
  await harness.until(() =>
    controlsIn(harness, taskId).some(({ control }) => control.notObeyedAt !== undefined),
  );
  agent.say(statusUpdate('COMPLETED'));
  await harness.untilStatus(taskId, 'finished');
});
