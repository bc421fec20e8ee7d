import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Prompt } from '@countersign/api/prompt';
import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import type { AgentCheck } from '@countersign/bff/testing/scripted-agent';
import { exactNumber } from '@countersign/json/exact-number';
import { afterEach, expect, it } from 'vitest';

let asking: Asking;
afterEach(() => asking?.close());

type OnCheck = (call: AgentCheck, response: ServerResponse) => void;

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An open question whose agent responds to checks with this; `calls` contains the requests. */
async function ask(onCheck: OnCheck, more: object = {}, options: object = {}) {
  const calls: AgentCheck[] = [];
  let came = () => {};
  asking = await startAsking({
    ...options,
    script: {
      onCheck(call, response) {
        calls.push(call);
        onCheck(call, response);
        came();
      },
    },
  });
  const prompt = await asking.ask({
    messageId: 'msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    upPrompt: { ask: 'This plan?', check: { endpoint: 'check' } },
    ...more,
  });
  const nth = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => (calls.length >= count ? resolve() : undefined);
      came = look;
      look();
    });
  return { prompt, calls, nth };
}

const check = ({ id, digest }: Prompt, value: unknown = { budget: 11 }, token?: string) =>
  asking.post(`/api/prompts/${encodeURIComponent(id)}/check`, { value, digest }, token);

const events = async () =>
  (await asking.harness.services.journal.read.all('SELECT * FROM events')).length;
const audit = async () =>
  (await asking.harness.services.journal.read.all('SELECT * FROM audit')).length;

it('sends the value to the agent with its headers, and returns its response; nothing is stored', async () => {
  const fault = { path: '/budget', message: 'At most 10.', severity: 'error' };
  const chart = { type: 'chart', series: [] };
  const { prompt, calls } = await ask((_, response) =>
    json({ faults: [fault], outputs: [chart] })(response),
  );
  const bob = await asking.hire('bob');
  const before = [await events(), await audit()];
  const { status, body } = await check(
    prompt,
    { budget: exactNumber('12345678901234567890') },
    bob,
  );
  expect(status).toBe(200);
  expect(body).toEqual({ outcome: 'checked', faults: [fault], outputs: [chart], left: 0 });
  expect(calls[0]?.headers['x-secret']).toBe('do-not-tell');
  expect(JSON.parse(calls[0]?.text ?? '')).toMatchObject({
    threadId: asking.taskId,
    runId: asking.run.input.runId,
    messageId: 'msg-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  });
  // As it was written.
  expect(calls[0]?.text).toContain('"value":{"budget":12345678901234567890}');
  expect([await events(), await audit()]).toEqual(before);
  expect((await asking.prompt(prompt.id)).state).toBe('open');
});

it('is for operators who may answer, of open prompts as they were shown', async () => {
  const { prompt, calls } = await ask((_, response) => json({})(response));
  const viewer = await asking.hire('vera', 'viewer');
  expect((await check(prompt, {}, viewer)).status).toBe(403);
  const changed = await check({ ...prompt, digest: '0'.repeat(64) });
  expect(changed.status).toBe(412);
  expect(changed.body.prompt.digest).toBe(prompt.digest);
  await asking.decide(prompt);
  expect((await check(prompt)).status).toBe(410);
  expect((await asking.post('/api/prompts/p-unknown/check', { value: 1, digest: '' })).status).toBe(
    404,
  );
  expect(calls).toEqual([]);
});

it('reports that nothing was checked where no check is offered', async () => {
  const { prompt, calls } = await ask((_, response) => json({})(response), { upPrompt: {} });
  expect((await check(prompt)).body).toMatchObject({ outcome: 'unchecked', reason: 'not-offered' });
  expect(calls).toEqual([]);
});

it('never calls an address that an agent names on another host or port', async () => {
  let isCalled = false;
  const stranger = createServer((_, response) => {
    isCalled = true;
    response.end('{}');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as AddressInfo;
  const endpoints = [
    `http://127.0.0.1:${port}/check`,
    `//127.0.0.1:${port}/check`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ];
  const { calls } = await ask((_, response) => json({})(response));
  for (const [place, endpoint] of endpoints.entries()) {
    const prompt = await asking.ask({ messageId: `q${place}`, upPrompt: { check: { endpoint } } });
    expect((await check(prompt)).body).toMatchObject({ outcome: 'unchecked', reason: 'elsewhere' });
  }
  const moved = await asking.ask({
    messageId: 'moved',
    upPrompt: {
      check: { endpoint: `//user:pass@127.0.0.1:${new URL(asking.agent.url).port}/check` },
    },
  });
  expect((await check(moved)).body).toMatchObject({ reason: 'elsewhere' });
  expect([isCalled, calls]).toEqual([false, []]);
  stranger.close();
});

it.each([
  ['a refusal', (_: AgentCheck, response: ServerResponse) => json({}, 503)(response), 'refused'],
  [
    'a run it does not know',
    (_: AgentCheck, response: ServerResponse) => json({}, 404)(response),
    'gone',
  ],
  ['no JSON', (_: AgentCheck, response: ServerResponse) => response.end('<html>'), 'unreadable'],
  ['no check', (_: AgentCheck, response: ServerResponse) => json([1])(response), 'unreadable'],
  [
    'too much',
    (_: AgentCheck, response: ServerResponse) => json({ faults: ['x'.repeat(2e6)] })(response),
    'unreadable',
  ],
  [
    'nesting',
    (_: AgentCheck, response: ServerResponse) =>
      response.end(`{"outputs":${'['.repeat(1e5)}${']'.repeat(1e5)}}`),
    'unreadable',
  ],
  ['a cut', (_: AgentCheck, response: ServerResponse) => response.destroy(), 'unreachable'],
  [
    'a redirect to elsewhere',
    (_: AgentCheck, response: ServerResponse) =>
      response.writeHead(307, { location: 'http://127.0.0.1:9/check' }).end(),
    'unreachable',
  ],
] as const)('takes %s for no check', async (_, onCheck, reason) => {
  const { prompt } = await ask(onCheck as OnCheck);
  const { status, body } = await check(prompt);
  expect([status, body]).toMatchObject([200, { outcome: 'unchecked', reason }]);
  expect(body.detail.length).toBeLessThan(300);
});

it('does not wait for an agent that is silent, before its answer or within it', async () => {
  const { prompt, nth } = await ask((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"faults":');
  });
  const waiting = check(prompt);
  await nth(1);
  await asking.pass(5_000);
  expect((await waiting).body).toMatchObject({ outcome: 'unchecked', reason: 'timeout' });
});

it('lets the newest value win, per operator', async () => {
  const held: ServerResponse[] = [];
  const { prompt, nth } = await ask((_, response) => held.push(response));
  const bob = await asking.hire('bob');
  const first = check(prompt, { budget: 1 });
  await nth(1);
  const others = check(prompt, { budget: 1 }, bob);
  await nth(2);
  const second = check(prompt, { budget: 2 });
  expect((await first).body).toMatchObject({ outcome: 'unchecked', reason: 'superseded' });
  await nth(3);
  for (const response of held.slice(1)) json({})(response);
  expect((await second).body.outcome).toBe('checked');
  expect((await others).body.outcome).toBe('checked');
});

it('limits the number of checks per agent at a time', async () => {
  const held: ServerResponse[] = [];
  const { nth } = await ask((_, response) => held.push(response));
  const prompts: Prompt[] = [];
  for (let place = 0; place < 5; place += 1) {
    const upPrompt = { check: { endpoint: 'check' } };
    prompts.push(await asking.ask({ messageId: `call_Yk3vQ0pX7sLr2dTz8NnWb5A${place}`, upPrompt }));
  }
  const going = prompts.slice(0, 4).map((prompt) => check(prompt));
  await nth(4);
  const [last] = prompts.slice(4);
  if (last === undefined) throw new Error('unreachable');
  expect((await check(last)).body).toMatchObject({ outcome: 'unchecked', reason: 'busy' });
  for (const response of held) json({})(response);
  for (const { body } of await Promise.all(going)) expect(body.outcome).toBe('checked');
  const free = check(last);
  await nth(5);
  held.slice(4).forEach((response) => void json({})(response));
  expect((await free).body.outcome).toBe('checked');
});
