import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';

/** The programs that ask over MCP: administrators only. */
export function registerMcpClients(app: ZodApp, { mcpClients }: AppDeps): void {
  serve(app, 'GET /api/mcp-clients', async () => ({
    items: await mcpClients.list(),
    nextCursor: null,
  }));

  serve(app, 'POST /api/mcp-clients', async (request, reply) => {
    const added = await mcpClients.add(request.body.name, operatorOf(request));
    if (added === null) {
      throw new ProblemError('invalid-request', say('mcp.too-many'));
    }
    return reply.code(201).send(added);
  });

  serve(app, 'DELETE /api/mcp-clients/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await mcpClients.revoke(id, operatorOf(request)))) {
      throw new ProblemError('not-found', say('mcp.unknown', { id }));
    }
    return reply.code(204).send(null);
  });
}
