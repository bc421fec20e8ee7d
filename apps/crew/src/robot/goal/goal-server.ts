import { guard } from '@countersign/agent/guard';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { GoalStore } from './goal-store.ts';
import { goalLists, goalResource, goalTextOf, goalTools } from './goal-tools.ts';

export interface GoalServer {
  /** MCP over streamable HTTP at `/mcp`. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** An MCP server (stateless, and the revisions of 2025) that keeps the goal of a person. */
export function createGoalServer(store: GoalStore): GoalServer {
  const handler = createMcpHandler(() => goalServer(store));
  return {
    async fetch(request) {
      const refused = guard(request, []);
      if (refused !== null) return refused;
      const isHere = new URL(request.url).pathname === '/mcp';
      return isHere ? handler.fetch(request) : new Response('', { status: 404 });
    },
    close: () => handler.close(),
  };
}

const listedTool = z.looseObject({
  name: z.string(),
  inputSchema: z.looseObject({ type: z.literal('object') }),
});

function goalServer(store: GoalStore): Server {
  const server = new Server(
    { name: 'goal', title: 'Goal', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} } },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: goalLists().tools.map((tool) => listedTool.parse(tool)),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = Object.hasOwn(goalTools, params.name) ? goalTools[params.name] : undefined;
    const said = (text: string, isError: boolean) => ({
      content: [{ type: 'text' as const, text }],
      isError,
    });
    if (tool === undefined) return said(`There is no tool ${params.name}.`, true);
    const given = params.arguments ?? {};
    const parsed = tool.input.safeParse(given);
    if (!parsed.success) return said(z.prettifyError(parsed.error), true);
    return said(tool.call(store, given), false);
  });
  server.setRequestHandler('resources/list', async () => ({ resources: [{ ...goalResource }] }));
  // There are none; clients that list resources ask for them as well.
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    if (params.uri !== goalResource.uri) throw new Error(`There is no resource ${params.uri}.`);
    const { uri, mimeType } = goalResource;
    return { contents: [{ uri, mimeType, text: goalTextOf(store.current()) }] };
  });
  return server;
}
