import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promptsOf } from '@countersign/bff/testing/prompts-of';
import { openWorkshop, type Workshop } from '@countersign/bff/testing/workshop';
import type { JsonObject } from '@countersign/json/json-object';
import { settleDelivery } from '@countersign/part-desk/delivery/lease';
import type { ReceivedCall, ServerTool } from '@countersign/testkit/mcp-server';
import { afterEach, expect, it } from 'vitest';

let shop: Workshop;
const closing: (() => void)[] = [];
afterEach(async () => {
  await shop.close();
  for (const close of closing.splice(0)) close();
});

/** A tool that needs one input: in the current revision by its result, in those of 2025 by a request. It returns what it got. */
const asking = (method: string, params: JsonObject): ServerTool => ({
  listed: {},
  async call({ context, server }) {
    const given = context.mcpReq.inputResponses?.['it'];
    if (given !== undefined) {
      return shown({ given, state: context.mcpReq.requestState() ?? null });
    }
    if (server.getNegotiatedProtocolVersion() === '2026-07-28' || isCurrent(context)) {
      return {
        resultType: 'input_required',
        inputRequests: { it: { method, params } },
        requestState: 'state-5b1f',
      };
    }
    return shown({ given: await requested(context, method, params) });
  },
});

const isCurrent = ({ mcpReq }: ReceivedCall['context']): boolean => mcpReq.envelope !== undefined;

async function requested(
  { mcpReq }: ReceivedCall['context'],
  method: string,
  params: JsonObject,
): Promise<unknown> {
  try {
    const known = method as 'elicitation/create';
    return await mcpReq.send({ method: known, params }, { timeout: 600_000 });
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

const shown = (value: unknown): JsonObject => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});

/** What the tool got. */
function given(taskId: string): unknown {
  const result = shop.resultOf(taskId);
  const content = result?.type === 'TOOL_CALL_RESULT' ? result.content : null;
  return JSON.parse(String(content)).given;
}

const form = {
  mode: 'form',
  message: 'Which colour?',
  requestedSchema: {
    type: 'object',
    properties: {
      colour: { type: 'string', title: 'Colour', enum: ['r', 'b'], enumNames: ['Red', 'Blue'] },
      coats: { type: 'integer', minimum: 1, default: 2 },
    },
    required: ['colour'],
  },
};

for (const era of ['current', '2025'] as const) {
  it(`an elicitation is a form, and its answer travels back (${era})`, async () => {
    shop = await openWorkshop(era, { paint: asking('elicitation/create', form) });
    const taskId = await shop.call('paint');
    const prompt = await shop.harness().untilPrompt(taskId, 'open');
    expect(prompt).toMatchObject({
      ask: 'Workshop asks: Which colour?',
      origin: { protocol: 'mcp', kind: 'elicitation', label: 'Elicitation' },
      message: {
        payload: { coats: 2 },
        upContext: {
          schema: {
            properties: {
              colour: {
                oneOf: [
                  { const: 'r', title: 'Red' },
                  { const: 'b', title: 'Blue' },
                ],
              },
            },
          },
        },
      },
    });
    expect(prompt.message.upPrompt?.allowed).not.toContain('approve');
    const wrong = { colour: 'green', coats: 2 };
    expect((await shop.decide(prompt, { type: 'edit', content: { value: wrong } })).status).toBe(
      422,
    );
    const value = { colour: 'b', coats: 3 };
    await shop.decide(prompt, { type: 'edit', content: { value } });
    await shop.harness().untilStatus(taskId, 'finished');
    expect(given(taskId)).toEqual({ action: 'accept', content: value });
    expect(shop.harness().facts(taskId, 'countersign.anomaly')).toEqual([]);
  });

  it(`a rejected elicitation is declined (${era})`, async () => {
    shop = await openWorkshop(era, { paint: asking('elicitation/create', form) });
    const taskId = await shop.call('paint');
    const prompt = await shop.harness().untilPrompt(taskId, 'open');
    await shop.decide(prompt, { type: 'reject' });
    await shop.harness().untilStatus(taskId, 'finished');
    expect(given(taskId)).toEqual({ action: 'decline' });
  });

  it(`an address is shown with its host, and accepted without content (${era})`, async () => {
    const url = 'https://bank.example/pay?invoice=61#now';
    const params = { mode: 'url', message: 'Please pay.', url, elicitationId: 'pay-61' };
    shop = await openWorkshop(era, { pay: asking('elicitation/create', params) });
    const taskId = await shop.call('pay');
    const prompt = await shop.harness().untilPrompt(taskId, 'open');
    expect(prompt.origin).toMatchObject({ kind: 'url' });
    expect(prompt.message.explanation).toContain('The address is at https://bank.example.');
    expect(prompt.message.upPrompt?.outputs).toEqual([{ type: 'file', url, name: 'bank.example' }]);
    await shop.decide(prompt, { type: 'approve' });
    await shop.harness().untilStatus(taskId, 'finished');
    expect(given(taskId)).toEqual({ action: 'accept' });
  });

  it(`a sampling request is answered by hand (${era})`, async () => {
    const params = {
      systemPrompt: 'You are brief.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Name a colour.\n# Not a title' } },
      ],
      modelPreferences: { hints: [{ name: 'small-model' }], speedPriority: 0.9 },
      maxTokens: 20,
    };
    shop = await openWorkshop(era, { think: asking('sampling/createMessage', params) });
    const taskId = await shop.call('think');
    const prompt = await shop.harness().untilPrompt(taskId, 'open');
    expect(prompt.message.explanation).toContain('> Name a colour.\n> # Not a title');
    expect(prompt.message.explanation).toContain('Preferred models: small-model');
    expect(prompt.message.upPrompt?.allowed).toEqual(['edit', 'reject', 'comment']);
    await shop.decide(prompt, { type: 'edit', content: { value: { text: 'Green' } } });
    await shop.harness().untilStatus(taskId, 'finished');
    expect(given(taskId)).toMatchObject({
      role: 'assistant',
      content: { type: 'text', text: 'Green' },
      model: 'human',
      stopReason: 'endTurn',
    });
  });

  it(`roots are given as configured, or as none, and nobody is asked (${era})`, async () => {
    shop = await openWorkshop(era, { look: asking('roots/list', {}) });
    const taskId = await shop.call('look');
    await shop.harness().untilStatus(taskId, 'finished');
    expect(given(taskId)).toMatchObject({ roots: [] });
    expect(shop.harness().facts(taskId, 'countersign.prompt')).toEqual([]);
    const roots = [{ uri: 'file:///srv/paint', name: 'Paint' }];
    await shop.close();
    const mcp = { direct: ['look'], roots };
    shop = await openWorkshop(era, { look: asking('roots/list', {}) }, { mcp });
    const again = await shop.call('look');
    await shop.harness().untilStatus(again, 'finished');
    expect(given(again)).toMatchObject({ roots });
  });
}

it('a call that returned its result is finished, whatever question was withdrawn meanwhile', async () => {
  const params = { mode: 'form', message: 'Which colour?', requestedSchema: form.requestedSchema };
  let goOn = () => {};
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      async call({ context }) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
          void context.mcpReq.send({ method: 'elicitation/create', params }).catch(() => {});
        });
        return shown('painted without');
      },
    },
  });
  const taskId = await shop.call('paint');
  await shop.harness().untilPrompt(taskId, 'open');
  goOn();
  const task = await shop.harness().untilStatus(taskId, 'finished');
  await shop.harness().untilPrompt(taskId, 'withdrawn');
  expect(task.state).not.toBe('cancelled');
  const thread = await shop.harness().services.snapshots.threadAt(taskId);
  expect(thread.run.status).toBe('finished');
  expect(thread.upState).not.toBe('cancelled');
  expect(thread.items.filter(({ kind }) => kind === 'custom')).toEqual([]);
  expect(shop.events(taskId).filter(({ type }) => type === 'RAW')).toEqual([]);
  expect(shop.harness().facts(taskId, 'countersign.anomaly')).toEqual([]);
});

it('the questions of a call do not wait for each other', async () => {
  const params = { mode: 'form', message: 'Which colour?', requestedSchema: form.requestedSchema };
  const answers: unknown[] = [];
  let first = () => {};
  const answered = new Promise<void>((resolve) => {
    first = resolve;
  });
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      async call({ context }) {
        const asks = [1, 2].map(async () => {
          answers.push(await context.mcpReq.send({ method: 'elicitation/create', params }));
          first();
        });
        await Promise.all(asks);
        return shown(answers);
      },
    },
  });
  const taskId = await shop.call('paint');
  const [one, other] = await shop.harness().until(async () => {
    const { read } = shop.harness().services.journal;
    const [first, second] = await promptsOf(read, taskId, 'open');
    return second === undefined || first === undefined ? undefined : ([first, second] as const);
  });
  await shop.decide(one, { type: 'reject' });
  await answered;
  expect(answers).toEqual([{ action: 'decline' }]);
  await shop.decide(other, { type: 'reject' });
  await shop.harness().untilStatus(taskId, 'finished');
});

it('a model answers after a person has let it, and its answer is seen before the server gets it', async () => {
  const bodies: string[] = [];
  const model = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(`${request.url} ${request.headers.authorization} ${body}`);
      const message = { role: 'assistant', content: 'Blue, probably.' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  closing.push(() => model.close());
  const { port } = model.address() as AddressInfo;
  const params = {
    messages: [{ role: 'user', content: { type: 'text', text: 'Name a colour.' } }],
    maxTokens: 20,
  };
  const url = `http://127.0.0.1:${port}/v1/`;
  const samplingModel = { url, model: 'llama-3.3', key: 'model-key' };
  const think = asking('sampling/createMessage', params);
  shop = await openWorkshop('current', { think }, { samplingModel });
  const taskId = await shop.call('think');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await shop.decide(prompt, { type: 'approve' });
  const review = await shop.harness().untilPrompt(taskId, 'open');
  expect(review).toMatchObject({ message: { payload: { text: 'Blue, probably.' } } });
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatch(/^\/v1\/chat\/completions Bearer model-key /);
  expect(bodies[0]).toContain('"max_tokens":20');
  await shop.decide(review, { type: 'approve' });
  await shop.harness().untilStatus(taskId, 'finished');
  expect(given(taskId)).toMatchObject({ model: 'llama-3.3', content: { text: 'Blue, probably.' } });
});

it('a model that repeats the key which it refuses does not get it into the task', async () => {
  const key = 'sk-proj-Yk3fQ0b7s9XvT2mLpR4eWz1aB';
  const model = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.` } }));
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  closing.push(() => model.close());
  const { port } = model.address() as AddressInfo;
  const messages = [{ role: 'user', content: { type: 'text', text: 'Name a colour.' } }];
  const think = asking('sampling/createMessage', { messages, maxTokens: 20 });
  const samplingModel = { url: `http://127.0.0.1:${port}/v1`, model: 'llama-3.3', key };
  shop = await openWorkshop('current', { think }, { samplingModel });
  const taskId = await shop.call('think');
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  await shop.decide(prompt, { type: 'approve' });
  await shop.harness().untilPrompt(taskId, 'open');
  const reported = JSON.stringify(shop.events(taskId));
  expect(reported).toContain('Incorrect API key provided: [secret]');
  expect(reported).not.toContain(key);
});

it('stopping a call cancels its open elicitation', async () => {
  const got: unknown[] = [];
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      async call({ context }) {
        got.push(await requested(context, 'elicitation/create', form));
        return shown({});
      },
    },
  });
  const taskId = await shop.call('paint');
  await shop.harness().untilPrompt(taskId, 'open');
  await shop.stop(taskId);
  await shop.harness().untilStatus(taskId, 'stopped');
  await expect.poll(() => got).toEqual([{ action: 'cancel' }]);
  expect((await shop.harness().untilPrompt(taskId, 'withdrawn')).ask).toBe(
    'Workshop asks: Which colour?',
  );
});

it('receives that nobody will answer its elicitation, when a person dismisses it', async () => {
  const got: unknown[] = [];
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      async call({ context }) {
        got.push(await requested(context, 'elicitation/create', form));
        return shown({ given: got });
      },
    },
  });
  const { request, services, untilPrompt, untilStatus } = shop.harness();
  const { body: policy } = await request('GET', '/api/policy');
  const classes = { ...policy.classes, major: { ...policy.classes.major, recallMs: 60_000 } };
  await request('PUT', '/api/policy', { version: policy.version, classes });
  const taskId = await shop.call('paint');
  const prompt = await untilPrompt(taskId, 'open');
  const path = `/api/prompts/${prompt.id}/dismissal`;
  expect((await request('POST', path, { reason: 'Not today' })).status).toBe(409);
  expect(got).toEqual([]);
  // An answer that came back: what a server refuses.
  const { body } = await shop.decide(prompt, { type: 'reject' });
  const reason = { text: 'It is busy.', statement: { code: 'closed.call-ended' } };
  const outcome = { kind: 'refused', reason, isGone: false } as const;
  await services.journal.commit(settleDelivery, { id: body.decisionId, outcome });
  expect(got).toEqual([]);
  expect((await request('POST', path, { reason: 'Not today' })).status).toBe(200);
  await untilStatus(taskId, 'finished');
  expect(got).toEqual([{ action: 'cancel' }]);
});

it('a server that gives up its request takes the question back', async () => {
  const stopWaiting = new AbortController();
  shop = await openWorkshop('2025', {
    paint: {
      listed: {},
      async call({ context }) {
        const sent = context.mcpReq.send(
          { method: 'elicitation/create', params: form },
          { signal: stopWaiting.signal, timeout: 600_000 },
        );
        await sent.catch(() => {});
        return shown({ given: 'nothing' });
      },
    },
  });
  const taskId = await shop.call('paint');
  await shop.harness().untilPrompt(taskId, 'open');
  stopWaiting.abort();
  const prompt = await shop.harness().untilPrompt(taskId, 'withdrawn');
  expect(prompt.closedReason).toBe('Workshop does not wait for the answer any more.');
  await shop.harness().untilStatus(taskId, 'finished');
});

it('in the current revision an elicitation outlives a restart of this server', async () => {
  shop = await openWorkshop('current', { paint: asking('elicitation/create', form) });
  const taskId = await shop.call('paint');
  const before = await shop.harness().untilPrompt(taskId, 'open');
  await shop.restart();
  const prompt = await shop.harness().untilPrompt(taskId, 'open');
  expect(prompt.id).toBe(before.id);
  await shop.decide(prompt, { type: 'edit', content: { value: { colour: 'r' } } });
  await shop.harness().untilStatus(taskId, 'finished');
  const result = shop.resultOf(taskId);
  expect(JSON.stringify(result)).toContain('state-5b1f');
  expect(given(taskId)).toEqual({ action: 'accept', content: { colour: 'r' } });
});

it('in the revisions of 2025 a restart ends the session: the question is withdrawn, with the reason', async () => {
  shop = await openWorkshop('2025', { paint: asking('elicitation/create', form) });
  const taskId = await shop.call('paint');
  await shop.harness().untilPrompt(taskId, 'open');
  await shop.restart();
  const prompt = await shop.harness().untilPrompt(taskId, 'withdrawn');
  expect(prompt.closedReason).toContain('This server was restarted during the call');
  await shop.harness().untilStatus(taskId, 'failed');
});
