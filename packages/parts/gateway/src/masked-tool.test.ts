import { type GatewayHarness, startGatewayHarness } from '@countersign/bff/testing/gateway-harness';
import { memberOf } from '@countersign/json/json-object';
import { startMcpServer } from '@countersign/testkit/mcp-server';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

const card = '4111 1111 1111 1111';
let gateway: GatewayHarness;
beforeEach(async () => {
  gateway = await startGatewayHarness();
});
afterEach(() => gateway.close());

it('masks the arguments of a tool of MCP, and its result', async () => {
  const received: unknown[] = [];
  const server = await startMcpServer('current', {
    paint: {
      listed: { description: 'Paints.' },
      async call({ arguments: given }) {
        received.push(given);
        return { content: [{ type: 'text', text: `Paid with ${card}.` }] };
      },
    },
  });
  onTestFinished(server.close);
  const info = { serverInfo: { name: 'mcp', version: '1' }, url: server.url };
  await gateway.open(
    {
      ...{ name: 'paints', protocol: 'http', host: '127.0.0.1', agent_protocol: 'mcp' },
      ...{ port: Number(new URL(server.url).port), agent_info: { mcp_server_info: info } },
    },
    { callers: ['other-crew'] },
  );
  const parts = [{ kind: 'data', data: { tool: 'paint', arguments: { note: `by ${card}` } } }];
  const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts };
  const painted = gateway.a2a(
    'message/send',
    { message },
    { service: 'paints', token: gateway.otherToken },
  );
  const taskId = await gateway.until(async () => {
    const { body } = await gateway.request('GET', '/api/tasks?limit=1');
    const items: unknown[] = body.items;
    const id = memberOf(items[0], 'id');
    return typeof id === 'string' ? id : undefined;
  });
  await gateway.decide(await gateway.asked(taskId), { type: 'approve' });
  const text = JSON.stringify(await painted);
  await gateway.untilStatus(taskId, 'finished');
  expect(received).toEqual([{ note: 'by [CARD]' }]);
  expect(text).not.toContain(card);
});
