import { callersOf } from '@countersign/bff/testing/gateway-callers';
import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { startMcpServer, type TestMcpServer } from '@countersign/testkit/mcp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let gateway: GatewayHarness;
let server: TestMcpServer;
beforeAll(async () => {
  gateway = await startGatewayHarness();
  server = await startMcpServer('current', {
    paint: {
      listed: { description: 'Paints.' },
      call: async () => ({ content: [{ type: 'text', text: 'No paint.' }], isError: true }),
    },
  });
  const info = { serverInfo: { name: 'mcp', version: '1' }, url: server.url };
  await gateway.open({
    ...{ name: 'paints', protocol: 'http', host: '127.0.0.1', agent_protocol: 'mcp' },
    ...{ port: Number(new URL(server.url).port), agent_info: { mcp_server_info: info } },
  });
});
afterAll(async () => {
  await gateway.close();
  await server.close();
});

it.each([
  ['a2a', /"state":"failed"/],
  ['mcp', /"state":"failed".*"isError":true|"isError":true.*"state":"failed"/s],
  ['acp', /"status":"failed"/],
  ['hai', /"type":"RUN_ERROR".*"code":"failed"/s],
  ['ag-ui', /"type":"RUN_ERROR".*"code":"failed"/s],
])(
  'a tool of MCP that fails has failed for a client of %s, with its reason',
  async (protocol, ended) => {
    const caller = callersOf(gateway.origin, 'paints')[protocol]?.();
    if (caller === undefined) throw new Error('there is none');
    const tasks = async () => {
      const { body } = await gateway.request('GET', '/api/tasks?limit=100');
      return (body['items'] as { id: string }[]).map(({ id }) => id);
    };
    const before = await tasks();
    await caller.start(protocol, { tool: 'paint', arguments: { wall: 'north' } });
    const [taskId = ''] = (await tasks()).filter((id) => !before.includes(id));
    await gateway.decide(await gateway.asked(taskId), { type: 'approve' });
    const end = await gateway.until(async () => {
      const now = await caller.look();
      return ended.test(now) || caller.ended.test(now) ? now : undefined;
    });
    expect(end).toMatch(ended);
    expect(end).toContain('No paint.');
  },
);
