import type { Prompt } from '@countersign/api/prompt';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDemoServer, type DemoServer } from './demo-server.ts';
import { demoHandlers } from './handlers.ts';
import json from './hiring.tape.json';
import { parseTape } from './tape.ts';

const base = 'http://demo.test';
const network = setupServer();
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

function demo(): DemoServer {
  const server = createDemoServer(parseTape(json), {
    now: () => 1_800_000_000_000,
    schedule: () => () => {},
    createId: () => crypto.randomUUID(),
  });
  network.use(...demoHandlers(server));
  return server;
}
const post = (path: string, body: unknown) =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function frames(
  path: string,
  count: number,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const answer = await fetch(`${base}${path}`, { headers });
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.split('\n\n').length <= count) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  // Not awaited: the interceptor keeps a second branch of the body, and a cancel waits for both.
  void reader.cancel();
  return text.split('\n\n').slice(0, count);
}

describe('the handlers of the demo', () => {
  it('answer a decision once per key, and refuse a second, a changed and a bad one', async () => {
    const server = demo();
    server.stage({ agoMs: 60_000, until: (cue) => cue.kind === 'answer' });
    const { items } = (await (await fetch(`${base}/api/prompts?state=open`)).json()) as {
      items: Prompt[];
    };
    const [prompt] = items;
    const path = `/api/prompts/${encodeURIComponent(prompt!.id)}/decisions`;
    const body = {
      feedback: { type: 'approve' },
      digest: prompt!.digest,
      idempotencyKey: 'key-00000001',
    };
    expect((await post(path, { ...body, feedback: { type: 'shrug' } })).status).toBe(422);
    expect((await post(path, { ...body, digest: 'other' })).status).toBe(412);
    const first = await (await post(path, body)).json();
    expect(await (await post(path, body)).json()).toEqual(first);
    const late = await post(path, { ...body, idempotencyKey: 'key-00000002' });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ prompt: { decision: { by: { id: 'demo' } } } });
  });

  it('say clearly that only recorded agents can be started', async () => {
    demo().stage({ agoMs: 0 });
    const answer = await post('/api/tasks', { agentId: 'somebody-else', message: 'hi' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ type: expect.stringContaining('unknown-agent') });
  });

  it('keep the values of header secrets to themselves', async () => {
    demo();
    const agent = {
      id: 'mine',
      name: 'Mine',
      url: 'https://agent.example/run',
      headers: { authorization: 'Bearer s3cret' },
    };
    const text = await (await post('/api/agents', agent)).text();
    expect(text).toContain('authorization');
    expect(text).not.toContain('s3cret');
    expect((await post('/api/agents', agent)).status).toBe(409);
  });

  it('show the agents in a registry, with leases, and find them by words', async () => {
    const server = demo();
    const [agent] = server.agents;
    const read = async (path: string) => (await fetch(`${base}/api/registry/${path}`)).json();
    expect(await read('services')).toMatchObject({
      items: [
        { id: agent!.id, lease: { phase: 'renewed' } },
        ...server.agents.slice(1).map(() => ({})),
      ],
    });
    expect(await read('services?q=no-such')).toMatchObject({ items: [], found: 0 });
    expect(await read(`services/${agent!.id}`)).toMatchObject({ profile: { name: agent!.name } });
    const found = await (await post('/api/registry/search', { query: agent!.name })).json();
    expect(found).toMatchObject({ items: [{ score: 1, method: 'lexical' }] });
  });

  it('stream the events after a cursor, once, and then report that they are ready', async () => {
    const server = demo();
    const taskId = server.stage({ agoMs: 0 });
    const all = server.journal.ofTask(taskId);
    const after = `${server.journal.storeId}.${all.length - 2}`;
    const [, one, two, ready] = await frames(`/api/stream?tasks=${taskId}`, 4, {
      'last-event-id': after,
    });
    expect(one).toContain(`"sequence":${all.length - 1}`);
    expect(two).toContain(`"sequence":${all.length}`);
    expect(ready).toContain('event: ready');
  });

  it('make a reader with a cursor of an earlier page load start over', async () => {
    demo();
    const [, reset] = await frames('/api/stream?tasks=*', 2, { 'last-event-id': 'elsewhere.7' });
    expect(reset).toContain('event: reset');
  });
});
