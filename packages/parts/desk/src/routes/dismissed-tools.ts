import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { dismissTool, repeatToolCall } from '../decisions/dismissed-tools.ts';
import type { DeskDeps } from '../desk-services.ts';

/** Tools whose calls do not open prompts. */
export function registerDismissedTools(app: ZodApp, { journal }: DeskDeps): void {
  serve(app, 'POST /api/prompts/:id/dismiss-tool', async (request, reply) => {
    const { id: operatorId, name } = operatorOf(request);
    const { id: promptId } = request.params;
    if (!(await journal.commit(dismissTool, { promptId, operatorId, name }))) {
      throw new ProblemError('not-found', say('tool.no-prompt', { id: promptId }));
    }
    return reply.code(204).send(null);
  });

  serve(app, 'DELETE /api/agents/:id/dismissed-tools', async (request, reply) => {
    const { id: agentId } = request.params;
    const { tool } = request.query;
    const operatorId = operatorOf(request).id;
    if (!(await journal.commit(repeatToolCall, { agentId, tool, operatorId }))) {
      throw new ProblemError('not-found', say('tool.asked-already', { tool }));
    }
    return reply.code(204).send(null);
  });
}
