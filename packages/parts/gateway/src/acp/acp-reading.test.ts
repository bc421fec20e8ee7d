import { join } from 'node:path';
import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { openDatabase } from '@countersign/server/store/sqlite/database';
import { afterEach, beforeEach, expect, it } from 'vitest';

const session = 'd766accb-3fba-5884-9736-95a34cd7bfda';
let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
  await gateway.open(await gateway.servePainter(), { callerMayAnswer: true });
});
afterEach(() => gateway.close());

async function read(path: string, token = registrantToken) {
  const url = path.startsWith('http') ? path : `${gateway.origin}/api/gateway/acp${path}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

async function run(text: string, more: JsonObject = {}): Promise<JsonObject> {
  const parts = [{ content_type: 'text/plain', content: text }];
  const input = [{ role: 'user', parts }];
  const sent = { agent_name: 'painter', input, mode: 'sync', ...more };
  return (await (await gateway.post('/gateway/acp/runs', sent)).json()) as JsonObject;
}

/** Answers the question of a run with an approval, and returns the run. */
async function approve({ run_id: id, ...asked }: JsonObject): Promise<void> {
  const question = /question\\*":\{\\*"id\\*":\\*"([^"\\]+)/.exec(JSON.stringify(asked))?.[1];
  const parts = [{ content_type: 'application/json', content: '{"type":"approve"}' }];
  const answer = { message: { role: 'user', parts }, question_id: question };
  const sent = { run_id: id, await_resume: answer, mode: 'sync' };
  const response = await gateway.post(`/gateway/acp/runs/${id}`, sent);
  expect(await response.json()).toMatchObject({ status: 'completed' });
}

const texts = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"content":"([^"{]+)"/g)].map(([, text]) => text);

it('a run lists what it has emitted, with what a person was asked in its place', async () => {
  const asking = await run('the hall');
  const { body: soFar } = await read(`/runs/${asking['run_id']}/events`);
  expect(soFar['events']).toMatchObject([
    { type: 'run.created', run: { run_id: asking['run_id'], agent_name: 'painter' } },
    { type: 'run.in-progress' },
    { type: 'run.awaiting', run: { status: 'awaiting', await_request: { type: 'message' } } },
  ]);
  await approve(asking);
  const { status, body } = await read(`/runs/${asking['run_id']}/events`);
  const events = body['events'] as JsonObject[];
  expect(status).toBe(200);
  const types = events.map(({ type }) => String(type));
  expect(types.slice(0, 4)).toEqual([
    ...['run.created', 'run.in-progress', 'run.awaiting', 'run.in-progress'],
  ]);
  expect(types.slice(4, 7)).toEqual(['message.created', 'message.part', 'message.completed']);
  expect(types.at(-1)).toBe('run.completed');
  expect(texts(events[2])).toEqual(['Paint for “the hall”?']);
  expect(texts(events[5])).toEqual(['The wall is painted.']);
});

it('a run is as the contract has it: with its times, and the name of its agent as a label', async () => {
  const { name: _, ...service } = await gateway.servePainter();
  await gateway.open({ ...service, name: 'Wall painter' }, { callerMayAnswer: true });
  const asking = await run('the hall', { agent_name: 'wall-painter' });
  expect(asking).toMatchObject({
    ...{ agent_name: 'wall-painter', status: 'awaiting' },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    session_id: asking['run_id'],
    await_request: { message: { role: 'agent/wall-painter' } },
  });
  expect(asking).not.toHaveProperty('finished_at');
  await approve(asking);
  expect((await read(`/runs/${asking['run_id']}`)).body).toMatchObject({
    ...{ status: 'completed', finished_at: expect.stringMatching(/Z$/) },
    output: [{ role: 'agent/wall-painter' }, {}],
  });
});

it('a session has the messages of its runs, each at an address', async () => {
  const first = await run('the hall', { session_id: session });
  expect(first).toMatchObject({ session_id: session });
  await approve(first);
  await run('the door', { session_id: session });
  const { status, body } = await read(`/session/${session}`);
  expect([status, body['id']]).toEqual([200, session]);
  const messages = await Promise.all((body['history'] as string[]).map((url) => read(url)));
  expect(messages.map(({ status: found }) => found)).not.toContain(404);
  expect(messages.map((one) => [one.body['role'], ...texts(one.body)])).toEqual([
    ['user', 'the hall'],
    ['agent/painter', 'Paint for “the hall”?'],
    ['user'],
    ['agent/painter', 'The wall is painted.'],
    ['agent/painter'],
    ['user', 'the door'],
  ]);
  expect(await read(`/sessions/${session}`)).toEqual({ status, body });
});

it('of a long session the newest runs are there, and it is said that it has older ones', async () => {
  await run('the hall', { session_id: session });
  const { body: whole } = await read(`/session/${session}`);
  expect(whole).not.toHaveProperty('history_cut');
  const store = openDatabase(join(gateway.directory, 'countersign.db'), 'write');
  const noted = store.get<{ scope: string; at: number }>(
    `SELECT scope, at FROM keys WHERE scope LIKE 'gateway-session:%'`,
  );
  for (let age = 1; age <= 100; age += 1) {
    store.run(
      `INSERT INTO keys(scope, key, body, answer, at) VALUES(?, ?, '', '', ?)`,
      noted?.scope ?? '',
      `older-${age}`,
      (noted?.at ?? 0) - age,
    );
  }
  store.close();
  expect((await read(`/session/${session}`)).body).toEqual({ ...whole, history_cut: true });
});

it('a run without a session is one of its own, and a conversation with a name has an id', async () => {
  const alone = await run('the hall');
  const { body } = await read(`/session/${alone['session_id']}`);
  expect(body).toMatchObject({ id: alone['run_id'], history: [expect.any(String)] });
  const named = await run('the door', { session_id: 'house-7' });
  expect(named['session_id']).toMatch(/^[0-9a-f-]{36}$/);
  expect((await read(`/session/${named['session_id']}`)).body['history']).toHaveLength(1);
});

it('what is not there, or belongs to another caller, is not found', async () => {
  const own = await run('the hall', { session_id: session });
  const id = String(own['run_id']);
  for (const [path, token] of [
    ['/runs/none/events'],
    [`/runs/${id}/messages/none`],
    ['/session/none'],
    [`/runs/${id}/events`, gateway.otherToken],
    [`/session/${session}`, gateway.otherToken],
    [`/session/${id}`, gateway.otherToken],
  ] as const) {
    expect(await read(path, token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

it('agents are listed by pages, 10 unless another number is asked for', async () => {
  const service = await gateway.servePainter();
  for (const at of Array.from({ length: 11 }, (_, number) => number + 10)) {
    await gateway.open({ ...service, name: `p${at}` });
  }
  const names = async (query: string) =>
    ((await read(`/agents${query}`)).body['agents'] as JsonObject[]).map((one) =>
      memberOf(one, 'name'),
    );
  expect(await names('')).toHaveLength(10);
  expect(await names('?limit=100')).toHaveLength(12);
  expect(await names('?limit=2&offset=1')).toEqual(['p11', 'p12']);
  expect(await read('/agents?limit=0')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
});
