import type { Prompt } from '@countersign/api/prompt';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import {
  begun,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '@countersign/bff/testing/foreign';
import { afterEach, describe, expect, it } from 'vitest';

const minuteMs = 60_000;
const messageId = 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG';
let asking: Asking | undefined;
let foreign: Foreign | undefined;
afterEach(async () => {
  await asking?.close();
  await foreign?.close();
  asking = undefined;
  foreign = undefined;
});

const say = (to: Asking, content: string) =>
  to.post(`/api/tasks/${to.taskId}/messages`, { content, idempotencyKey: `key-of-${content}` });
const untilQueued = (to: Asking) =>
  to.harness.until(() => to.changes('decision').includes('queued') || undefined);
const words = (input: { messages?: { role: string; content?: unknown }[] }) =>
  input.messages?.filter(({ role }) => role === 'user').map(({ content }) => content);

describe('an answer that waits for the end of a run', () => {
  const deaf = { feedback: false, idleMs: 15 * minuteMs };

  it('can be taken back: its question is open again, and no run carries it', async () => {
    asking = await startAsking(deaf);
    const prompt = await asking.ask({ messageId });
    const { body } = await asking.decide(prompt);
    await untilQueued(asking);
    await say(asking, 'behind it');
    const recall = await asking.post(`/api/decisions/${body.decisionId}/recall`);
    expect([recall.status, recall.body.state]).toEqual([200, 'recalled']);
    expect(recall.body).not.toHaveProperty('waitsForRun');
    expect(await asking.prompt(prompt.id)).toMatchObject({
      state: 'open',
      decision: null,
      digest: prompt.digest,
    });
    finish(asking.run);
    // A message sent after it is delivered anyway.
    const next = await asking.nextRun(1);
    expect(words(next.input)).toEqual(['go', 'behind it']);
    expect(next.input.forwardedProps?.['upFormat']).toBeUndefined();
    finish(next);
    await asking.harness.untilStatus(asking.taskId, 'finished');
    await asking.pass(minuteMs);
    expect(asking.agent.runs).toHaveLength(2);
    const second = await asking.decide(prompt, { feedback: { type: 'reject' } });
    expect(second.status).toBe(201);
    const brings = (await asking.nextRun(2)).input.forwardedProps?.['upFormat'];
    expect(brings).toMatchObject({ parentMessageId: messageId, upFeedback: { type: 'reject' } });
    const late = await asking.post(`/api/decisions/${second.body.decisionId}/recall`);
    expect([late.status, late.body.type]).toEqual([409, expect.stringMatching(/decision-left$/)]);
  });

  it('taken back and given again, is behind what was said meanwhile', async () => {
    asking = await startAsking(deaf);
    const prompt = await asking.ask({ messageId });
    const { body } = await asking.decide(prompt);
    await untilQueued(asking);
    await asking.post(`/api/decisions/${body.decisionId}/recall`);
    await say(asking, 'first');
    await asking.decide(prompt, { feedback: { type: 'reject' } });
    await asking.harness.until(
      () => asking?.changes('decision').filter((change) => change === 'queued').length === 2,
    );
    finish(asking.run);
    const next = await asking.nextRun(1);
    expect(words(next.input)).toEqual(['go', 'first']);
    expect(next.input.forwardedProps?.['upFormat']).toBeUndefined();
    finish(next);
    const brings = (await asking.nextRun(2)).input.forwardedProps?.['upFormat'];
    expect(brings).toMatchObject({ upFeedback: { type: 'reject' } });
  });

  it.each([
    ['can be joined again', { 'hai-resume': 'last-event-id' }],
    ['cannot be joined again', {}],
  ])(
    'is sent to an agent that only waits for it on its open stream, and %s',
    async (_, headers) => {
      asking = await startAsking({ ...deaf, script: { headers } });
      const prompt = await asking.ask({ messageId });
      // While it waits for a person it may be silent.
      await asking.pass(60 * minuteMs);
      await asking.decide(prompt);
      await untilQueued(asking);
      expect(asking.agent.runs).toHaveLength(1);
      // It no longer waits for a person: its silence counts now.
      await asking.pass(15 * minuteMs);
      const next = await asking.nextRun(1);
      expect(next.input.runId).not.toBe(asking.run.input.runId);
      expect(next.input.forwardedProps?.['upFormat']).toMatchObject({ parentMessageId: messageId });
      const open = await asking.harness.services.journal.read.all(
        'SELECT id FROM runs WHERE ended IS NULL',
      );
      expect(open).toEqual([{ id: next.input.runId }]);
    },
  );
});

describe('the questions of the event that ends the run', () => {
  it('is published by one fact, with the way an answer has', async () => {
    foreign = await startForeign('ag-ui');
    const run = await begun(foreign, 0);
    interrupt(
      run,
      { id: 'c2b1f7a0-6d0e-4d39-9b3c-5f5a0c1d7e21', reason: 'input_required', message: 'Which?' },
      { id: 'd3c2a8b1-7e1f-4e4a-8c4d-6a6b1d2e8f32', reason: 'input_required', message: 'When?' },
    );
    await foreign.open(2);
    await foreign.harness.untilStatus(foreign.taskId, 'finished');
    const facts = foreign.harness.facts(foreign.taskId, 'countersign.prompt');
    expect(facts.map(({ change }) => change)).toEqual(['opened', 'opened']);
    for (const fact of facts) {
      expect((fact['prompt'] as Prompt).way).toEqual({ by: 'run', run: 'finished' });
    }
  });

  it('is published although its run had ended before', async () => {
    foreign = await startForeign('ag-ui');
    const run = await begun(foreign, 0);
    run.send({ type: 'RUN_ERROR', message: 'No.' });
    interrupt(run, { id: 'c2b1f7a0-6d0e', reason: 'input_required', message: 'Which?' });
    const [prompt] = await foreign.open(1);
    expect(prompt?.way).toEqual({ by: 'run', run: 'failed' });
    finish(run);
  });
});
