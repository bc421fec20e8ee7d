import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import {
  createDatabase,
  hasPostgres,
  startMs,
  type TestDatabase,
} from '@countersign/bff/testing/postgres';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.runIf(hasPostgres)('a client between two servers on one database', () => {
  let database: TestDatabase;
  /** On duty. */
  let first: GatewayHarness;
  let second: GatewayHarness;
  /** Of the painter. */
  let host = '';
  beforeAll(async () => {
    database = await createDatabase();
    first = await startGatewayHarness({ databaseUrl: database.url });
    second = await startGatewayHarness({ databaseUrl: database.url });
    const painter = await first.servePainter();
    host = `${painter['host']}:${painter['port']}`;
    await first.open(painter, { callerMayAnswer: true });
  }, startMs);
  afterAll(async () => {
    await second.close();
    await first.close();
    await database.drop();
  });

  /** Calls the painter at one server; what the person of the client says goes to the other. */
  async function called(
    at: GatewayHarness,
    other: GatewayHarness,
    answer: JsonObject,
    before: () => Promise<unknown> = async () => {},
  ) {
    const statuses: number[] = [];
    const url = new URL(`${at.origin}/api/gateway/mcp`);
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${registrantToken}` } },
      async fetch(to, init) {
        const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
        if (memberOf(sent, 'result') === undefined) return fetch(to, init);
        const response = await fetch(`${other.origin}/api/gateway/mcp`, init);
        statuses.push(response.status);
        return response;
      },
    });
    const client = new Client(
      { name: 'caller', version: '1' },
      { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', async () => {
      await before();
      return answer as { action: 'decline' };
    });
    await client.connect(transport);
    try {
      const call = { name: 'run_agent_task', arguments: { agent: 'painter', input: 'the hall' } };
      const result = await client.callTool(call);
      return { result, statuses };
    } finally {
      await client.close();
    }
  }

  const accepted = { action: 'accept', content: { decision: 'approve' } };
  it.each([
    ['an approval', accepted, 'completed'],
    ['a refusal to answer', { action: 'decline' }, 'input-required'],
    ['a question that is closed', { action: 'cancel' }, 'input-required'],
  ])(
    '%s at the other continues or ends the call',
    async (_, answer, state) => {
      for (const [at, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const { result, statuses } = await called(at, other, answer);
        expect(result).toMatchObject({ structuredContent: { state } });
        expect(statuses).toEqual([202]);
      }
    },
    30_000,
  );

  it('an answer that the other refuses ends the call, and people here answer', async () => {
    const policy = {
      ...{ callers: ['registrant'], approval: false, callsPerMinute: 60 },
      hosts: [host],
    };
    const leaveToCaller = async (callerMayAnswer: boolean) => {
      const path = '/api/gateway/policies/to-painter';
      const { status } = await first.request('PUT', path, { ...policy, callerMayAnswer });
      expect(status).toBe(200);
    };
    for (const [at, other] of [
      [first, second],
      [second, first],
    ] as const) {
      // An administrator takes it back while the person of the client thinks.
      const { result, statuses } = await called(at, other, accepted, () => leaveToCaller(false));
      expect(result).toMatchObject({ structuredContent: { state: 'input-required' } });
      expect(statuses).toEqual([202]);
      const taskId = String(memberOf(result.structuredContent, 'task_id'));
      const { decision } = await at.asked(taskId);
      expect(decision ?? null).toBeNull();
      await leaveToCaller(true);
    }
  }, 30_000);

  it('a session of ACP that was begun at one is read at the other', async () => {
    const session = 'd766accb-3fba-5884-9736-95a34cd7bfda';
    const parts = [{ content_type: 'text/plain', content: 'the hall' }];
    const run = { agent_name: 'painter', session_id: session, input: [{ role: 'user', parts }] };
    expect((await first.post('/gateway/acp/runs', run)).status).toBe(200);
    const headers = { authorization: `Bearer ${registrantToken}` };
    const read = await fetch(`${second.origin}/api/gateway/acp/session/${session}`, { headers });
    const { history } = (await read.json()) as { history: string[] };
    const [message] = await Promise.all(history.map((url) => fetch(url, { headers })));
    expect(await message?.json()).toEqual({ role: 'user', parts });
  }, 30_000);
});
