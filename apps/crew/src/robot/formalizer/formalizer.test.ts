import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@countersign/agent/node-server';
import { buildRequest } from '@countersign/signifiers/call/build-request';
import { mapA2a } from '@countersign/signifiers/map/a2a';
import { afterEach, describe, expect, it } from 'vitest';
import { createChat } from '../../model/chat.ts';
import { createFormalizer } from './formalizer-agent.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** The output of the model for a goal; null = it answers with status 500. */
type Model = (goal: string) => string | null;

/** The formalizer; with a model, one over HTTP that answers by script. */
async function start(model?: Model): Promise<string> {
  const chat = model === undefined ? null : createChat(await startModel(model));
  const formalizer = createFormalizer({ chat });
  const served = await serve(formalizer.fetch, { port: 0 });
  open.push(served.close);
  return served.url;
}

async function startModel(model: Model) {
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const { goal } = JSON.parse(JSON.parse(text).messages.at(-1).content);
    const content = model(goal);
    response.writeHead(content === null ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    ...{ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'key', model: 'test' },
    timeoutMs: 5_000,
  };
}

async function call(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return response.json();
}

const message = (text: string) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'SendMessage',
  params: { message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] } },
});
const version = { 'a2a-version': '1.0' };

describe('the formalizer as an agent of A2A', () => {
  it('gives the formal goal as the artifact of a finished task, also later', async () => {
    const url = await start();
    const reply = await call(url, message('Move out 10 cm, then turn 90 degrees right'), version);
    expect(reply).toMatchObject({
      ...{ jsonrpc: '2.0', id: 7 },
      result: {
        task: {
          status: { state: 'TASK_STATE_COMPLETED' },
          artifacts: [
            { parts: [{ text: 'move(10); rotate(-90)' }], metadata: { readBy: 'rules' } },
          ],
        },
      },
    });
    const { id } = reply.result.task;
    const got = { jsonrpc: '2.0', id: 8, method: 'GetTask', params: { id } };
    expect(await call(url, got)).toMatchObject({ id: 8, result: reply.result.task });
  });

  it('supports 0.3 as well', async () => {
    const url = await start();
    const sent = {
      ...message('rotate 30 degrees counterclockwise'),
      method: 'message/send',
      params: {
        message: {
          ...{ kind: 'message', messageId: 'm', role: 'user' },
          parts: [{ kind: 'text', text: 'rotate 30 degrees counterclockwise' }],
        },
      },
    };
    expect(await call(url, sent)).toMatchObject({
      result: {
        kind: 'task',
        status: { state: 'completed' },
        artifacts: [{ parts: [{ kind: 'text', text: 'rotate(30)' }] }],
      },
    });
  });

  it.each([
    ['Move the robot', '“move the robot” does not say how far: give centimetres or degrees.'],
    ['向左转', '“向左转”没有说明幅度：请给出厘米数或度数。'],
  ])('rejects %s with the reason, in the language of the goal', async (goal, reason) => {
    const { result } = await call(await start(), message(goal), version);
    expect(result.task.status).toMatchObject({
      state: 'TASK_STATE_REJECTED',
      message: { role: 'ROLE_AGENT', parts: [{ text: reason }] },
    });
    expect(result.task.artifacts).toBeUndefined();
  });

  it.each([
    ['{', -32_700],
    [{ jsonrpc: '2.0', id: 1 }, -32_600],
    [{ jsonrpc: '2.0', id: 1, method: 'toString' }, -32_601],
    [{ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: { parts: [] } } }, -32_602],
    [{ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'none' } }, -32_001],
    [message('a'.repeat(2_001)), -32_602],
  ])('answers what is no call with an error: %#', async (body, code) => {
    expect(await call(await start(), body)).toMatchObject({ error: { code } });
  });

  it('describes itself so that one request built from its card is enough', async () => {
    const url = await start();
    const cardUrl = `${url}/.well-known/agent-card.json`;
    const card = await (await fetch(cardUrl)).json();
    const artifact = { id: 'f', name: 'formalizer', kind: 'a2a' } as const;
    const { signifiers, skipped } = mapA2a(artifact, card, cardUrl);
    expect(skipped).toEqual([]);
    const [signifier] = signifiers;
    if (signifier === undefined) throw new Error('It has no signifier');
    const args = { text: 'Move the robot by 10 centimeters' };
    const built = buildRequest(signifier, args, { request: 1, message: 'm-1' });
    if (!built.ok) throw new Error(JSON.stringify(built.faults));
    const { headers, body, method } = built.request;
    const response = await fetch(built.request.url, {
      method,
      headers: headers.map(({ name, value }): [string, string] => [name, value]),
      body,
    });
    expect(await response.json()).toMatchObject({
      result: { task: { artifacts: [{ parts: [{ text: 'move(10)' }] }] } },
    });
  });
});

const output = (movements: unknown, understood = true) => JSON.stringify({ understood, movements });

describe('with a model, whose reading is checked by the rules', () => {
  const read = async (goal: string, model: Model) => {
    const { result } = await call(await start(model), message(goal), version);
    const { status, artifacts } = result.task;
    return {
      goal: artifacts?.[0].parts[0].text ?? null,
      readBy: artifacts?.[0].metadata.readBy ?? null,
      said: status.message?.parts[0].text ?? null,
    };
  };

  it('takes what both read', async () => {
    const model: Model = () => output([{ name: 'rotate', amount: -30 }]);
    expect(await read('rotate 30 degrees clockwise', model)).toEqual({
      ...{ goal: 'rotate(-30)', readBy: 'both', said: null },
    });
  });

  it('takes words that the rules do not know, with amounts that the goal states', async () => {
    const model: Model = () => output([{ name: 'move', amount: 8 }]);
    expect(await read('Please go 30 or rather 80 mm further', model)).toEqual({
      goal: 'move(8)',
      readBy: 'model',
      said: 'The model read it; the rules know its amounts, but not its words.',
    });
  });

  it.each<[string, string, Model]>([
    [
      'turns the other way',
      'rotate 30 degrees clockwise',
      () => output([{ name: 'rotate', amount: 30 }]),
    ],
    [
      'adds a movement',
      'rotate 30 degrees clockwise',
      () =>
        output([
          { name: 'rotate', amount: -30 },
          { name: 'move', amount: 50 },
        ]),
    ],
  ])('does not take a reading that %s', async (_, goal, model) => {
    expect(await read(goal, model)).toEqual({
      goal: 'rotate(-30)',
      readBy: 'rules',
      said: 'The model read it differently; the rules decide.',
    });
  });

  it.each<[string, string, Model]>([
    ['an amount that nobody stated', 'Move a little', () => output([{ name: 'move', amount: 3 }])],
    ['what is not to be done', 'Do not move 10 cm', () => output([{ name: 'move', amount: 10 }])],
    ['nothing', 'Dance', () => output([], false)],
  ])('makes no goal of %s', async (_, goal, model) => {
    expect(await read(goal, model)).toMatchObject({ goal: null });
  });

  it.each<[string, Model]>([
    ['is away', () => null],
    ['rambles', () => 'Sure! I would move it.'],
    ['invents an operation', () => output([{ name: 'launch', amount: 1 }])],
  ])('goes on with the rules when the model %s', async (_, model) => {
    expect(await read('move 10 cm', model)).toMatchObject({ goal: 'move(10)', readBy: 'rules' });
  });
});
