import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import type { Exchange } from './exchange.ts';
import type { ProfileTools } from './profile-tools.ts';

/** What a request to the endpoint of a profile talks to: the tools that the context of the profile recommends. */
export function profileServer(tools: ProfileTools, exchange: Exchange, id: string): Server {
  const server = new Server(
    { name: `countersign-${id}`, title: `Countersign: ${id}`, version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'The tools are those that fit what you are about to do: say that with update_profile at /mcp/environment. A person may be asked before a call; a call that waits is no failure.',
    },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: await tools.list(exchange, id) }));
  server.setRequestHandler(
    'tools/call',
    ({ params }, { mcpReq }): Promise<CallToolResult> =>
      tools.call(exchange, id, { params, request: mcpReq }),
  );
  return server;
}
