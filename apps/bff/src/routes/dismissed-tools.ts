import { say } from '@countersign/api/statements';
import type { AppDeps } from '../app-deps.ts';
import { dismissTool, repeatToolCall } from '../decisions/dismissed-tools.ts';
import { operatorOf } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';

/** Tools whose calls do not open prompts. */
export function registerDismissedTools(app: ZodApp, { journal }: AppDeps): void {
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
