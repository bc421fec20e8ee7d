import type { Prompt } from '@countersign/api/prompt';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import {
  begun,
  type Foreign,
  finish,
  interrupt,
  startForeign,
} from '@countersign/bff/testing/foreign';
import { customName } from '@countersign/hai/event';
import type { UpFeedback } from '@countersign/upformat/message';
import { afterEach, describe, expect, it } from 'vitest';

let asking: Asking | undefined;
let foreign: Foreign | undefined;
afterEach(async () => {
  await asking?.close();
  await foreign?.close();
  asking = foreign = undefined;
});

const cities = [{ id: 'halle' }, { id: 'bonn' }];
const letter = 'Dear Anna,\nshall we meet on Monday?';

/** What a person sends, and what the agent is to receive. */
const edits = [
  [
    'a list',
    cities,
    { value: { list: [{ id: 'bonn' }] }, patch: [{ op: 'remove', path: '/list/0' }] },
    { value: [{ id: 'bonn' }], patch: [{ op: 'remove', path: '/0' }] },
  ],
  [
    'a text',
    letter,
    { value: { text: 'No.' }, patch: [{ op: 'replace', path: '/text', value: 'No.' }] },
    { value: 'No.', patch: [{ op: 'replace', path: '', value: 'No.' }] },
  ],
] as const;
const edit = (content: object) => ({ type: 'edit', content }) as UpFeedback;
const order: UpFeedback = { type: 'rank', content: { order: ['bonn', 'halle'] } };

describe('over HAI', () => {
  it.each(edits)(
    'an edit of %s arrives as one, in the open run',
    async (_, payload, given, sent) => {
      asking = await startAsking();
      const prompt = await asking.ask({ payload });
      expect(prompt.message.unread).toBeUndefined();
      const decided = await asking.decide(prompt, { feedback: edit(given) });
      expect(decided.status).toBe(201);
      await asking.pass(60_000);
      expect((await asking.agent.feedback(0)).message.upFeedback).toMatchObject(edit(sent));
    },
  );

  it.each(edits)(
    'an edit of %s arrives as one, with a new run',
    async (_, payload, given, sent) => {
      asking = await startAsking({ feedback: false });
      const prompt = await asking.ask({ payload });
      const { threadId, runId } = asking.run.input;
      asking.run.send({ type: 'RUN_FINISHED', threadId, runId });
      asking.run.end();
      await asking.decide(prompt, { feedback: edit(given) });
      const { input } = await asking.nextRun(1);
      expect(input.forwardedProps).toMatchObject({ upFormat: { upFeedback: edit(sent) } });
      const words = typeof sent.value === 'string' ? sent.value : JSON.stringify(sent.value);
      expect(input.messages.at(-1)).toMatchObject({ role: 'user', content: words });
    },
  );

  it('its items are ranked', async () => {
    asking = await startAsking();
    const prompt = await asking.ask({ payload: cities });
    expect((await asking.decide(prompt, { feedback: order })).status).toBe(201);
    await asking.pass(60_000);
    expect((await asking.agent.feedback(0)).message.upFeedback).toMatchObject(order);
  });

  it('its default is sent as written', async () => {
    asking = await startAsking();
    const expiresAt = new Date(asking.clock.now() + 60_000).toISOString();
    const defaultFeedback = edit({ value: [{ id: 'bonn' }] });
    await asking.ask({
      payload: cities,
      upPrompt: { ask: 'Both?', defaultFeedback, expiresAt },
    });
    await asking.pass(120_000);
    expect((await asking.agent.feedback(0)).message.upFeedback).toMatchObject(defaultFeedback);
  });

  it('an edit that is no list is refused with its place', async () => {
    asking = await startAsking();
    const prompt = await asking.ask({ payload: cities });
    for (const [value, path] of [
      [{ list: 'bonn' }, '/content/value/list'],
      [{}, '/content/value'],
      [cities, '/content/value'],
    ] as const) {
      const refused = await asking.decide(prompt, { feedback: edit({ value }) });
      expect(refused.status).toBe(422);
      expect(refused.body.errors[0]?.path.startsWith(path)).toBe(true);
    }
  });

  it('the agent checks the list itself, and its faults are at the fields of the form', async () => {
    const bodies: unknown[] = [];
    asking = await startAsking({
      script: {
        onCheck({ text }, response) {
          bodies.push(JSON.parse(text));
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ faults: [{ path: '/0/id', message: 'Not there.' }] }));
        },
      },
    });
    const { id, digest } = await asking.ask({
      payload: cities,
      upPrompt: { ask: 'These?', check: { endpoint: 'check' } },
    });
    const value = { list: [{ id: 'ulm' }] };
    const { body } = await asking.post(`/api/prompts/${encodeURIComponent(id)}/check`, {
      value,
      digest,
    });
    expect(bodies).toMatchObject([{ value: [{ id: 'ulm' }] }]);
    expect(body).toMatchObject({ faults: [{ path: '/list/0/id' }] });
  });
});

describe('over AG-UI', () => {
  const id = '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
  const askedIn = (threadId: string, payload: unknown) => ({
    threadId,
    messageId: id,
    timestamp: '2026-01-01T00:00:00Z',
    state: 'needsHumanDecision',
    upPrompt: { ask: 'Is it right?' },
    payload,
  });

  async function interrupted(payload: unknown): Promise<{ it: Foreign; prompt: Prompt }> {
    foreign = await startForeign('ag-ui');
    const run = await begun(foreign, 0);
    const upformat = askedIn(foreign.taskId, payload);
    interrupt(run, { id, reason: 'confirmation', metadata: { upformat } });
    const [prompt] = await foreign.open(1);
    if (prompt === undefined) throw new Error('nothing is asked');
    return { it: foreign, prompt };
  }

  it.each(edits)('an edit of %s resumes with one', async (_, payload, given, sent) => {
    const { it: agent, prompt } = await interrupted(payload);
    expect(prompt.message.unread).toBeUndefined();
    const feedback = edit(given);
    const preview = await agent.preview(prompt, feedback);
    expect((await agent.decide(prompt, feedback)).status).toBe(201);
    const { input } = await agent.run(1);
    const resume = [
      {
        interruptId: id,
        status: 'resolved',
        payload: { approved: true, editedArgs: sent.value },
        metadata: { upFeedback: edit(sent) },
      },
    ];
    expect(input.resume).toMatchObject(resume);
    expect(preview.body.body).toMatchObject({ resume });
  });

  it('the items of a list are ranked', async () => {
    const { it: agent, prompt } = await interrupted(cities);
    expect((await agent.decide(prompt, order)).status).toBe(201);
    expect((await agent.run(1)).input.resume).toMatchObject([
      { interruptId: id, payload: { approved: true, order: ['bonn', 'halle'] } },
    ]);
  });

  it.each(edits)(
    'an edit of %s asked in a message arrives as one',
    async (_, payload, given, sent) => {
      foreign = await startForeign('ag-ui');
      const run = await begun(foreign, 0);
      run.send({
        type: 'CUSTOM',
        name: customName.upformat,
        value: askedIn(foreign.taskId, payload),
      });
      finish(run);
      const [prompt] = await foreign.open(1);
      if (prompt === undefined) throw new Error('nothing is asked');
      await foreign.decide(prompt, edit(given));
      expect((await foreign.run(1)).input.forwardedProps).toMatchObject({
        upFormat: { upFeedback: edit(sent) },
      });
    },
  );
});
