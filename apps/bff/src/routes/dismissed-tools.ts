import { dismissedToolQuerySchema } from '@countersign/api/agent';
import { z } from 'zod';
import type { AppDeps } from '../app-deps.ts';
import { askToolAgain, dismissTool } from '../decisions/dismissed-tools.ts';
import { ProblemError } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';

const idParams = z.object({ id: z.string() });

/** Tools that agents call and that nobody wants to be asked about. */
export function registerDismissedTools(app: ZodApp, { journal }: AppDeps): void {
  app.post(
    '/api/prompts/:id/dismiss-tool',
    {
      schema: {
        summary: 'Never ask about calls of this tool of this agent again',
        description:
          'Open prompts of the tool are withdrawn. Calls are still shown in their tasks.',
        params: idParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id: operatorId, name } = operatorOf(request);
      const { id: promptId } = request.params;
      if (!(await journal.commit(dismissTool, { promptId, operatorId, name }))) {
        throw new ProblemError('not-found', `There is no prompt ${promptId} of a tool call.`);
      }
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/agents/:id/dismissed-tools',
    {
      schema: {
        summary: 'Ask about calls of this tool again',
        params: idParams,
        querystring: dismissedToolQuerySchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id: agentId } = request.params;
      const { tool } = request.query;
      const operatorId = operatorOf(request).id;
      if (!(await journal.commit(askToolAgain, { agentId, tool, operatorId }))) {
        throw new ProblemError('not-found', `Calls of ${tool} are asked about already.`);
      }
      return reply.code(204).send(null);
    },
  );
}
