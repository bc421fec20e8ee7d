import {
  eventsIn,
  type GatewayHarness,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { createManualClock, type ManualClock } from '@countersign/bff/testing/manual-clock';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import type { JsonObject } from '@countersign/json/json-object';
import type { ClientProtocol } from '@countersign/part-desk/relayed/relay-record';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { approvalLog } from './approvals.ts';

let gateway: GatewayHarness;
let clock: ManualClock;
beforeEach(async () => {
  clock = createManualClock();
  gateway = await startGatewayHarness({ clock });
  await gateway.open(await gateway.servePainter(), { approval: true, approvalMinutes: 30 });
});
afterEach(() => gateway.close());

const text = 'the hall';
const conversation = 'house-7';
const json = async (response: Response) => (await response.json()) as JsonObject;
const run = async (protocol: string) =>
  eventsIn(
    await gateway.post(`/gateway/${protocol}/painter`, {
      ...{ threadId: conversation, runId: crypto.randomUUID() },
      messages: [{ id: 'u-1', role: 'user', content: text }],
    }),
  );

interface Caller {
  /** Calls the painter, and waits for the end. */
  call(): Promise<unknown>;
  /** Reads a task. */
  read(taskId: string): Promise<unknown>;
  /** What it gets of a call that was not made. */
  refusal(code: string, message: string): object;
}
const runs = (protocol: string): Caller => ({
  call: () => run(protocol),
  read: () => run(protocol),
  refusal: (code, message): object =>
    expect.arrayContaining([expect.objectContaining({ type: 'RUN_ERROR', message, code })]),
});
const callers: Record<ClientProtocol, Caller> = {
  a2a: {
    async call() {
      const parts = [{ kind: 'text', text }];
      const message = { kind: 'message', messageId: 'm-1', role: 'user', parts };
      return (await gateway.a2a('message/send', { message }))['result'];
    },
    read: async (id) => (await gateway.a2a('tasks/get', { id }))['result'],
    refusal: (code, message) => ({
      status: {
        state: 'rejected',
        message: { parts: [{ text: message }], metadata: { 'countersign.error': code } },
      },
    }),
  },
  mcp: {
    async call() {
      const client = await gateway.connectMcp();
      const given = { agent: 'painter', input: text };
      return client.callTool({ name: 'run_agent_task', arguments: given });
    },
    async read(task_id) {
      const client = await gateway.connectMcp();
      const given = { agent: 'painter', task_id };
      return client.callTool({ name: 'get_agent_task', arguments: given });
    },
    refusal: (code, message) => ({
      ...{ isError: true, content: [{ text: message }] },
      structuredContent: { state: 'rejected', error: { code, message } },
    }),
  },
  acp: {
    async call() {
      const input = [{ role: 'user', parts: [{ content_type: 'text/plain', content: text }] }];
      const body = { agent_name: 'painter', input, mode: 'sync' };
      return json(await gateway.post('/gateway/acp/runs', body));
    },
    read: async (id) => (await gateway.request('GET', `/api/gateway/acp/runs/${id}`)).body,
    refusal: (code, message) => ({
      ...{ status: 'failed', error: { code: 'invalid_input', message, data: { code } } },
    }),
  },
  hai: runs('hai'),
  'ag-ui': runs('ag-ui'),
};
/** The newest change of the gateway. */
const newest = async () => {
  const { items } = (await gateway.request('GET', '/api/gateway/history')).body;
  return items[0] as JsonObject | undefined;
};

describe.each(Object.entries(callers))('a caller of %s', (protocol, { call, read, refusal }) => {
  it('learns that a person did not allow its call, and why', async () => {
    const ended = call();
    const prompt = await gateway.asked(approvalLog);
    const reason = 'Not in winter.';
    await gateway.decide(prompt, { type: 'reject', content: { reason } });
    const said = 'A person did not allow this call: Not in winter.';
    expect(await ended).toMatchObject(refusal('refused-by-operator', said));
    expect((await gateway.request('GET', '/api/tasks')).body.items).toEqual([]);
    expect(await newest()).toEqual({
      ...{ action: 'call:refused', at: expect.any(Number), by: 'admin' },
      ...{ route: 'to-painter', service: 'painter' },
      call: { caller: 'registrant', promptId: prompt.id, reason },
    });
  });

  it('learns that nobody has answered in time', async () => {
    const { gateway: relay, auth } = gateway.services;
    const caller = await auth.byId('registrant');
    if (caller === null) throw new Error('There is no registrant.');
    const known = protocol as ClientProtocol;
    const calling = { caller, protocol: known };
    const begun = await relay.call(calling, {
      ...{ do: 'start', agent: 'painter', messageId: conversation, contextId: null },
      ...{ parts: [{ kind: 'text', text }], mode: 'async', acceptedTypes: [], skill: null },
    });
    const { expiresAt, message } = await gateway.asked(approvalLog);
    expect(message.upPrompt?.defaultFeedback).toEqual({ type: 'reject' });
    const until = new Date(expiresAt ?? 0).toISOString();
    expect(JSON.stringify(begun.said)).toContain(
      `nobody has allowed it by ${until}, it is refused`,
    );
    clock.advance(30 * 60_000);
    expect(await newest()).toMatchObject({ call: null });
    clock.advance(60_000);
    await gateway.until(async () => (await newest())?.['call'] !== null);
    const said = 'Nobody has allowed this call in time.';
    expect(await read(begun.taskId)).toMatchObject(refusal('approval-expired', said));
    expect(await newest()).toMatchObject({ action: 'call:expired', by: null });
  });
});

it('a call is refused after a day if its policy does not say when', async () => {
  await gateway.open(await gateway.servePainter(), { approval: true });
  await gateway.a2a('message/send', {
    message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text }] },
    configuration: { blocking: false },
  });
  const { expiresAt } = await gateway.asked(approvalLog);
  const minutes = ((expiresAt ?? 0) - clock.now()) / 60_000;
  expect(Math.floor(minutes)).toBe(24 * 60);
});

it('a call that was allowed is among the changes too', async () => {
  await gateway.a2a('message/send', {
    message: { kind: 'message', messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text }] },
    configuration: { blocking: false },
  });
  await gateway.decide(await gateway.asked(approvalLog), { type: 'approve' });
  expect(await newest()).toMatchObject({
    ...{ action: 'call:allowed', by: 'admin', call: { reason: null } },
  });
});

it.runIf(hasPostgres)(
  'on PostgreSQL too, at every server of one database',
  async () => {
    await gateway.close();
    const database = await createDatabase();
    const other = await startGatewayHarness({ databaseUrl: database.url });
    gateway = await startGatewayHarness({ databaseUrl: database.url });
    await gateway.open(await gateway.servePainter(), { approval: true });
    const { call, refusal } = callers.a2a;
    const ended = call();
    const reason = 'Not in winter.';
    const prompt = await gateway.asked(approvalLog);
    await gateway.decide(prompt, { type: 'reject', content: { reason } });
    const said = `A person did not allow this call: ${reason}`;
    expect(await ended).toMatchObject(refusal('refused-by-operator', said));
    const { items } = (await other.request('GET', '/api/gateway/history')).body;
    expect(items[0]).toMatchObject({
      ...{ action: 'call:refused', by: 'admin', route: 'to-painter' },
      call: { caller: 'registrant', promptId: prompt.id, reason },
    });
    await other.close();
    onTestFinished(() => database.drop());
  },
  startMs,
);
