import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { requireCallable } from '../agents/called-in.ts';
import type { DeskDeps } from '../desk-services.ts';
import { withNames } from '../tasks/attached.ts';
import { attachedTo } from '../tasks/attached-to.ts';
import { startTask } from '../tasks/task-operations.ts';
import { listTasks } from '../tasks/task-queries.ts';
import { existingTask } from './existing-task.ts';

/** Starts and lists tasks. */
export function registerTasks(app: ZodApp, deps: DeskDeps): void {
  const { journal, registry, runs, runInputs, createId } = deps;

  serve(app, 'POST /api/tasks', async (request, reply) => {
    const { body } = request;
    const agent = await registry.find(body.agentId);
    if (agent === null) {
      throw new ProblemError('unknown-agent', say('agent.unknown', { id: body.agentId }));
    }
    await requireCallable(deps, agent.id);
    const attached = await attachedTo(deps, agent.id, body.attachments ?? []);
    const content = withNames(body.message ?? JSON.stringify(body.input), attached.names);
    const messageId = createId();
    const input = await runInputs.first({
      caller: null,
      agentId: agent.id,
      threadId: body.threadId ?? createId(),
      content,
      messageId,
      input: body.input,
      language: body.language,
      attached,
    });
    const { idempotencyKey: key, ...asked } = body;
    const outcome = await journal.commit(startTask, {
      title: body.title ?? titleOf(body.message ?? `${agent.name}: structured input`),
      agentId: agent.id,
      operatorId: operatorOf(request).id,
      input,
      words: { messageId, content },
      key: key ?? null,
      bodyHash: bodyHash(asked),
    });
    switch (outcome.kind) {
      case 'key-conflict':
        throw new ProblemError('idempotency-conflict', say('request.key-used'));
      case 'exists':
        throw new ProblemError('task-exists', say('task.exists', { id: input.threadId }));
    }
    const { taskId, runId } = outcome;
    await runs.start(runId);
    return reply.code(201).send({ taskId, runId });
  });

  serve(app, 'GET /api/tasks', async (request) => listTasks(journal, request.query));

  serve(app, 'GET /api/tasks/:id', async (request) => existingTask(journal, request.params.id));
}

/** The first line of the request, cut at a word. */
function titleOf(message: string): string {
  const line = message.trim().split('\n')[0] ?? '';
  return line.length <= 120 ? line : `${line.slice(0, 119).replace(/\s+\S*$/, '')}…`;
}
