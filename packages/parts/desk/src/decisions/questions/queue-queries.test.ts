import type { Prompt } from '@countersign/api/prompt';
import { maxRowBytes, rowFromWire, rowOf } from '@countersign/api/prompt-row';
import type { QueueCounts, QueueValues } from '@countersign/api/prompts/queue';
import type { WireRow } from '@countersign/api/prompts/wire-row';
import { adminToken } from '@countersign/bff/testing/harness';
import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { upMessage } from '@countersign/bff/testing/scripted-agent';
import { compareInQueue } from '@countersign/desk/urgency';
import { afterEach, expect, it, vi } from 'vitest';

let crowd: Crowd;
afterEach(async () => {
  await crowd?.close();
});

const get = async <Wanted>(path: string, headers?: Record<string, string>): Promise<Wanted> => {
  const { status, body } = await crowd.harness.request('GET', path, undefined, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Wanted;
};
const queue = (query = '', headers?: Record<string, string>) =>
  get<{ items: WireRow[]; nextCursor: string | null }>(`/api/queue?${query}`, headers);

const longId = (index: number) => `call_Yk3uTq0vJX8m2LrPzN5aW${String(index).padStart(4, '0')}`;
const payload = (index: number) => ({
  amount: { value: 100 + index, currency: 'EUR' },
  letter: 'An answer to "what was agreed" — 合同条款 … '.repeat(440),
});

it('sends 200 open prompts with payloads of 20 KB as rows of at most 600 bytes', async () => {
  crowd = await startCrowd();
  const ask = (index: number) =>
    `Refund order ${index} of 14 March to the customer in Zürich, 「急ぎ」, outside the 30 days that the contract allows for goods that were opened, because the parcel came damaged and the carrier has said so in writing on ${index} May?`;
  for (let index = 0; index < 200; index += 1) {
    crowd.run.send(
      upMessage(crowd.taskId, {
        messageId: longId(index),
        state: 'needsHumanDecision',
        ask: ask(index),
        payload: payload(index),
        severity: index % 5 === 0 ? 'critical' : 'minor',
        explanation: 'It is said why, at length. '.repeat(40),
      }),
    );
  }
  await vi.waitFor(
    async () => expect((await get<QueueCounts>('/api/queue/counts')).blocking).toBe(200),
    { timeout: 20_000, interval: 100 },
  );
  const url = await crowd.harness.listen();
  const headers = { authorization: `Bearer ${adminToken}`, 'accept-encoding': 'identity' };
  const text = await (await fetch(`${url}/api/queue`, { headers })).text();
  const bytes = Buffer.byteLength(text);
  const { items, nextCursor }: { items: WireRow[]; nextCursor: null } = JSON.parse(text);
  expect(items).toHaveLength(200);
  expect(nextCursor).toBeNull();
  const sizes = items.map((row) => Buffer.byteLength(JSON.stringify(row)));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxRowBytes);
  expect(bytes).toBeLessThan(120_000);
  // Cut in the middle: the parts in which titles differ stay.
  const first = items.find(({ ask }) => ask.startsWith('Refund order 7 '));
  expect(first?.ask).toMatch(/^Refund order 7 .*…/);
  expect(first?.ask.endsWith('on 7 May?')).toBe(true);
  expect(first?.figures?.[0]).toEqual(['/amount/value', 107, 'EUR']);
  // The row that the browser derives from a whole prompt equals the one sent by the server.
  const whole = await get<Prompt>(`/api/prompts/${items[0]?.id}`);
  expect(rowOf(whole)).toEqual(rowFromWire(items[0]!));
}, 60_000);

it('returns pages in the order of the queue, each prompt once', async () => {
  crowd = await startCrowd();
  const severities = ['minor', 'critical', 'info', 'major'] as const;
  for (let index = 0; index < 23; index += 1) {
    const expiresAt = new Date(Date.now() + 3_600_000 * (1 + (index % 3))).toISOString();
    await crowd.ask([longId(index)], {
      severity: severities[index % 4]!,
      ...(index % 3 === 0 ? {} : { expiresAt }),
    });
  }
  const seen: WireRow[] = [];
  let cursor: string | null = '';
  do {
    const page: Awaited<ReturnType<typeof queue>> = await queue(
      `limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  const rows = seen.map(rowFromWire);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThanOrEqual(18);
  expect(rows.map(({ id }) => id)).toEqual(rows.toSorted(compareInQueue).map(({ id }) => id));
  const refused = await crowd.harness.request('GET', '/api/queue?cursor=bm90aGluZw');
  expect(refused.status).toBe(400);
});

it('filters the queue by what a row does not contain, and counts what it does not show', async () => {
  crowd = await startCrowd();
  const { ann, bob } = await crowd.join(['ann', 'bob']);
  const long = `${'Shall the order that was placed be taken back, '.repeat(3)}needle in the middle, ${'for it was never sent, '.repeat(4)}and so on?`;
  const [hidden] = await crowd.ask([longId(1)], { ask: long, payload: { amount: 700 } });
  const [held] = await crowd.ask([longId(2)], { payload: { amount: 20 } });
  const [asleep] = await crowd.ask([longId(3)], { severity: 'critical' });
  const of = ({ id }: Prompt) => `/api/prompts/${id}`;
  await crowd.harness.request('POST', `${of(held!)}/claim`, {}, ann);
  const snooze = { until: Date.now() + 3_600_000, reason: 'Later' };
  await crowd.harness.request('POST', `${of(asleep!)}/snooze`, snooze, ann);
  const found = async (query: string, by = ann) =>
    (await queue(query, by)).items.map(({ id }) => id).toSorted();
  const ids = (...prompts: (Prompt | undefined)[]) => prompts.map((each) => each!.id).toSorted();

  const { items } = await queue('q=needle%20MIDDLE', ann);
  expect(items.map(({ id }) => id)).toEqual(ids(hidden));
  expect(items[0]?.ask).not.toContain('needle');
  expect(await found(`q=${longId(2)}`)).toEqual(ids(held));
  // By the beginning of the key, as a row has it.
  const key = items[0]?.classKey ?? '';
  expect(hidden!.classKey).toMatch(new RegExp(`^${key}.{32}$`));
  expect(await found(`class=${key}`)).toContain(hidden!.id);
  expect(await found(`class=${'0'.repeat(key.length)}`)).toEqual([]);
  expect(await found('')).toEqual(ids(hidden, held));
  expect(await found('snoozed=only')).toEqual(ids(asleep));
  expect(await found('snoozed=any')).toEqual(ids(hidden, held, asleep));
  expect(await found('turn=mine')).toEqual(ids(hidden, held));
  expect(await found('turn=mine', bob)).toEqual(ids(hidden));
  expect(await found('turn=others', bob)).toEqual(ids(held));
  expect(await found(`ids=${held!.id},${asleep!.id}`)).toEqual(ids(held, asleep));
  const condition = (path: string) =>
    encodeURIComponent(JSON.stringify({ path, of: 'message', is: 'more-than', value: 100 }));
  expect(await found(`condition=${condition('$.payload.amount')}`)).toEqual(ids(hidden));
  const test = async (path: string, is: string, value?: unknown) =>
    found(`condition=${encodeURIComponent(JSON.stringify({ path, of: 'message', is, value }))}`);
  // However the agent spelled it, and never inherited members of an object.
  expect(await test('$.upPrompt.ask', 'containing', 'needle')).toEqual(ids(hidden));
  expect(await test('$.payload.constructor', 'present')).toEqual([]);
  expect(await test('$.payload.amount', 'absent')).toEqual([]);
  for (const path of ['$..amount', '$[']) {
    const refused = await crowd.harness.request('GET', `/api/queue?condition=${condition(path)}`);
    expect(refused.status, path).toBe(400);
  }
  const counts = await get<QueueCounts>('/api/queue/counts?snoozed=any', bob);
  expect(counts).toEqual({
    blocking: 3,
    followup: 0,
    waiting: 2,
    unseen: 1,
    critical: 0,
    mine: 1,
    due: 0,
    snoozed: 1,
  });
  const whole = await get<{ items: Prompt[] }>(`/api/prompts?ids=${hidden!.id}`);
  expect(whole.items.map(({ ask }) => ask)).toEqual([long]);
});

it('lists closed prompts, the latest first, by who decided and whether they were seen', async () => {
  crowd = await startCrowd();
  const { ann } = await crowd.join(['ann']);
  const [one, two] = await crowd.ask([longId(1), longId(2)]);
  for (const prompt of [one!, two!]) {
    const body = {
      feedback: { type: 'approve', target: { messageId: prompt.message.messageId } },
      digest: prompt.digest,
      idempotencyKey: `run-3f2b6c1e-9d5a-4c7b-${prompt.id}`,
    };
    const sent = await crowd.harness.request(
      'POST',
      `/api/prompts/${prompt.id}/decisions`,
      body,
      ann,
    );
    expect(sent.status).toBe(201);
  }
  const { items } = await queue('show=answered');
  const ids = items.map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([one!.id, two!.id]));
  expect(rowFromWire(items[0]!).decision?.by.name).toBe('ann');
  expect((await queue('show=unseen')).items).toEqual([]);
  const first = await queue('show=closed&limit=1');
  const rest = await queue(`show=closed&limit=1&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
});

it('lists agents and tasks of all open prompts, and of no others', async () => {
  crowd = await startCrowd();
  const prompts = await crowd.ask([longId(1), longId(2), longId(3)]);
  const { agentId, agentName, taskId } = prompts[0]!;
  const values = await get<QueueValues>('/api/queue/values');
  expect(values.agents).toEqual([{ id: agentId, name: agentName, open: 3 }]);
  expect(values.tasks).toEqual([{ id: taskId, title: prompts[0]!.taskTitle, open: 3 }]);
  for (const prompt of prompts) {
    const body = {
      feedback: { type: 'approve' },
      digest: prompt.digest,
      idempotencyKey: `run-3f2b6c1e-9d5a-4c7b-${prompt.id}`,
    };
    const path = `/api/prompts/${prompt.id}/decisions`;
    expect((await crowd.harness.request('POST', path, body)).status).toBe(201);
  }
  expect(await get<QueueValues>('/api/queue/values')).toEqual({ agents: [], tasks: [] });
});

it('includes the agent’s label for the answer in a row, and keeps the row short', async () => {
  crowd = await startCrowd();
  const label = 'Go on without it, and tell the customer on the phone in the morning';
  const [prompt] = await crowd.ask([longId(1)], {
    ask: 'Refund the order although the parcel came back damaged? '.repeat(8),
    upPrompt: { answers: { approve: { label } } },
  });
  const body = {
    feedback: { type: 'approve' },
    digest: prompt!.digest,
    idempotencyKey: `run-3f2b6c1e-9d5a-4c7b-${prompt!.id}`,
  };
  const path = `/api/prompts/${prompt!.id}/decisions`;
  expect((await crowd.harness.request('POST', path, body)).status).toBe(201);
  const { items } = await queue('show=answered');
  expect(items[0]?.decision?.label).toMatch(/^Go on without.*…/);
  expect(Buffer.byteLength(JSON.stringify(items[0]))).toBeLessThanOrEqual(maxRowBytes);
  expect(rowOf(await get<Prompt>(`/api/prompts/${prompt!.id}`))).toEqual(rowFromWire(items[0]!));
});
