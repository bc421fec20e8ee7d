import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GatewayHarness,
  registrantToken,
  startGatewayHarness,
} from '../testing/gateway-harness.ts';
import { createDatabase, hasPostgres, startMs, type TestDatabase } from '../testing/postgres.ts';

describe.runIf(hasPostgres)('a client of MCP between two servers on one database', () => {
  let database: TestDatabase;
  /** On duty. */
  let first: GatewayHarness;
  let second: GatewayHarness;
  beforeAll(async () => {
    database = await createDatabase();
    first = await startGatewayHarness({ databaseUrl: database.url });
    second = await startGatewayHarness({ databaseUrl: database.url });
    await first.open(await first.servePainter(), { callerMayAnswer: true });
  }, startMs);
  afterAll(async () => {
    await second.close();
    await first.close();
    await database.drop();
  });

  /** Calls the painter at one server; what the person of the client says goes to the other. */
  async function called(at: GatewayHarness, other: GatewayHarness, answer: JsonObject) {
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
    client.setRequestHandler('elicitation/create', async () => answer as { action: 'decline' });
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
});
