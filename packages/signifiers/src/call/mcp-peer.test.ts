import { isObject } from '@countersign/json/json-object';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type McpLists, mapMcp } from '../map/mcp.ts';
import { artifact } from '../testing/artifacts.ts';
import { buildRequest } from './build-request.ts';

const url = 'http://127.0.0.1/mcp';

/** A server of the SDK of the protocol: it refuses a request whose headers are missing or say something else than its body. */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'Goal', version: '1.0.0' });
  server.registerResource(
    'CurrentGoal',
    'goal://current',
    { description: 'Returns the current goal defined by the user.' },
    async (uri) => ({ contents: [{ uri: uri.href, text: 'Move the robot by 10 centimeters' }] }),
  );
  server.registerTool(
    'provide_feedback',
    { inputSchema: z.object({ achieved: z.boolean(), feedback: z.string().optional() }) },
    async (given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] }),
  );
  return server;
});
afterAll(() => handler.close());

async function send(headers: [string, string][], body: string | null): Promise<unknown> {
  const response = await handler.fetch(new Request(url, { method: 'POST', headers, body }));
  const parsed: unknown = await response.json();
  expect(response.status, JSON.stringify(parsed)).toBe(200);
  return isObject(parsed) ? parsed['result'] : null;
}

async function list(method: string, member: string): Promise<unknown[]> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const result = await send(
    [
      ['content-type', 'application/json'],
      ['accept', 'application/json, text/event-stream'],
      ['mcp-protocol-version', '2026-07-28'],
      ['mcp-method', method],
    ],
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
  );
  const found = isObject(result) ? result[member] : null;
  return Array.isArray(found) ? found : [];
}

describe('the request of a signifier, sent as it is', () => {
  it.each([
    ['provide_feedback', { achieved: true }, { content: [{ text: '{"achieved":true}' }] }],
    ['CurrentGoal', undefined, { contents: [{ text: 'Move the robot by 10 centimeters' }] }],
  ])('is understood by a stateless MCP server: %s', async (name, args, result) => {
    const lists: McpLists = {
      ...{ url, version: '2026-07-28' },
      tools: await list('tools/list', 'tools'),
      resources: await list('resources/list', 'resources'),
    };
    const { signifiers, skipped } = mapMcp(artifact('mcp', 'goal'), lists);
    expect(skipped).toEqual([]);
    const signifier = signifiers.find(({ label }) => label === `goal_${name}`);
    if (signifier === undefined) throw new Error(`There is no ${name}`);
    const built = buildRequest(signifier, args, { request: 2, message: '' });
    if (!built.ok) throw new Error(JSON.stringify(built.faults));
    const { headers, body } = built.request;
    expect(
      await send(
        headers.map((header) => [header.name, header.value]),
        body,
      ),
    ).toMatchObject(result);
  });
});
