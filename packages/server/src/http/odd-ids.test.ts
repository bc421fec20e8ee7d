import { randomUUID } from 'node:crypto';
import { writeIdList } from '@countersign/api/shapes/thread-id';
import {
  adminToken,
  describeAgent,
  type Harness,
  startHarness,
} from '@countersign/bff/testing/harness';
import {
  type ScriptedAgent,
  startScriptedAgent,
  upMessage,
} from '@countersign/bff/testing/scripted-agent';
import { openStream } from '@countersign/bff/testing/stream-frames';
import type { Envelope } from '@countersign/hai/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let harness: Harness;
let agent: ScriptedAgent;
let url: string;
beforeAll(async () => {
  agent = await startScriptedAgent({
    onRun(run) {
      const { threadId, runId } = run.input;
      run.send({ type: 'RUN_STARTED', threadId, runId });
      const messageId = `msg-${runId}`;
      run.send(upMessage(threadId, { messageId, state: 'needsHumanDecision', payload: { a: 1 } }));
      run.send({ type: 'RUN_FINISHED', threadId, runId });
      run.end();
    },
  });
  harness = await startHarness({ agents: [describeAgent(agent, { id: 'agent-1.of_many' })] });
  url = await harness.listen();
});
afterAll(async () => {
  await harness.close();
  await agent.close();
});

const ordinary = '0f6f5e2a-9b11-4c7b-8a54-3f2b6c1e9d5a';
const odd: readonly string[] = [
  'a,b,,c',
  ',',
  '*',
  '...',
  '.hidden',
  `it's "quoted" \`and\` $(uuidgen) \\`,
  '100%',
  '%2F%2e%2E%25',
  'tasks/../../etc/passwd',
  '/',
  ' spaces  inside ',
  'Grüße aus Köln 🚀 日本語',
  '?q=1#hash&x=y;z',
  '日'.repeat(500),
  'x'.repeat(500),
];

type Step = [
  method: 'GET' | 'POST' | 'DELETE',
  path: (part: string) => string,
  body?: () => object,
];
const key = () => randomUUID();
/** Every route with the id of a task in its address. */
const steps: readonly Step[] = [
  ['GET', (part) => `/api/tasks/${part}`],
  ['GET', (part) => `/api/tasks/${part}/events`],
  ['GET', (part) => `/api/tasks/${part}/snapshot`],
  ['GET', (part) => `/api/tasks/${part}/activity`],
  ['GET', (part) => `/api/tasks/${part}/times`],
  ['GET', (part) => `/api/tasks/${part}/blame?path=/a`],
  ['GET', (part) => `/api/tasks/${part}/export`],
  ['GET', (part) => `/api/prompts?task=${part}`],
  ['GET', (part) => `/api/audit?task=${part}`],
  ['POST', (part) => `/api/tasks/${part}/status`, () => ({})],
  [
    'POST',
    (part) => `/api/tasks/${part}/control`,
    () => ({ action: 'stop', idempotencyKey: key() }),
  ],
  ['POST', (part) => `/api/tasks/${part}/restart`, () => ({ at: 1, idempotencyKey: key() })],
  ['POST', (part) => `/api/tasks/${part}/messages`, () => ({ content: 'And now?' })],
  ['DELETE', (part) => `/api/tasks/${part}/messages/${part}`],
];

/** A request of the administrator, for any format of the response. */
const send = (method: Step[0], path: string, body?: object) =>
  harness.app.inject({
    method,
    url: path,
    headers: { host: '127.0.0.1', authorization: `Bearer ${adminToken}` },
    ...(body === undefined ? {} : { payload: body }),
  });

async function walk(threadId: string): Promise<[string, number][]> {
  const started = await harness.request('POST', '/api/tasks', {
    agentId: 'agent-1.of_many',
    message: 'go',
    threadId,
  });
  expect([started.status, started.body.taskId]).toEqual([201, threadId]);
  await harness.untilStatus(threadId, 'finished');
  const walked: [string, number][] = [];
  for (const [method, path, body] of steps) {
    const { statusCode } = await send(method, path(encodeURIComponent(threadId)), body?.());
    walked.push([`${method} ${path(':id')}`, statusCode]);
  }
  return walked;
}

describe('the id of a task may be any text', () => {
  let usual: [string, number][];
  beforeAll(async () => {
    usual = await walk(ordinary);
    expect(usual.filter(([, status]) => status >= 500)).toEqual([]);
    expect(usual.slice(0, 9).map(([, status]) => status)).toEqual(Array(9).fill(200));
  });

  it.each(odd)('%j', async (id) => {
    expect(await walk(id)).toEqual(usual);
    const { body } = await harness.request('GET', `/api/tasks/${encodeURIComponent(id)}`);
    expect(body.id).toBe(id);
    const list = await harness.request('GET', `/api/tasks?q=${encodeURIComponent(id)}`);
    expect(list.body.items.map((task: { id: string }) => task.id)).toContain(id);
    const { headers } = await send('GET', `/api/tasks/${encodeURIComponent(id)}/export`);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[\w-]+\.jsonl"; filename\*=UTF-8''[^"\\/']+\.jsonl$/,
    );
  });

  it('one stream follows all of them, and nothing else', async () => {
    const { journal } = harness.services;
    const parts = odd.filter((id) => id.length < 100);
    const stream = await openStream(
      url,
      { authorization: `Bearer ${adminToken}` },
      new URLSearchParams({
        tasks: writeIdList(parts),
        after: `${journal.storeId}.0`,
      }).toString(),
    );
    const seen = new Set(
      stream.frames.flatMap(({ event, data }) => {
        if (event !== undefined && event !== 'message') return [];
        const { threadId }: Envelope = JSON.parse(data);
        return threadId;
      }),
    );
    stream.close();
    expect([...seen].toSorted()).toEqual(parts.toSorted());
  });

  it.each(['.', '..', '', 'new\nline', 'nul\u0000', 'half \ud800', 'x'.repeat(501)])(
    'but %j is refused',
    async (threadId) => {
      const body = { agentId: 'agent-1.of_many', message: 'go', threadId };
      const refused = await harness.request('POST', '/api/tasks', body);
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        type: expect.stringMatching(/invalid-request$/),
        detail: expect.stringMatching(/./),
      });
    },
  );
});

it.each(['..', 'a/b', 'a,b', "it's", '100%', 'ü', 'x'.repeat(65)])(
  'the id of an agent is used in addresses and lists: %j is refused',
  async (id) => {
    const refused = await harness.request('POST', '/api/agents', { id, name: 'A', url: agent.url });
    expect([refused.status, refused.body.type]).toEqual([
      400,
      expect.stringMatching(/invalid-request$/),
    ]);
  },
);
