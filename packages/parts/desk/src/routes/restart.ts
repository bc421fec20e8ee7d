import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { bodyHash } from '@countersign/server/http/body-hash';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { requireCallable } from '../agents/called-in.ts';
import type { DeskDeps } from '../desk-services.ts';
import { readTask } from '../tasks/records.ts';
import { restart } from '../tasks/restart-operation.ts';

/** Restarts a task from an earlier position. */
export function registerRestart(app: ZodApp, deps: DeskDeps): void {
  const { journal, runs, runInputs, createId } = deps;
  serve(app, 'POST /api/tasks/:id/restart', async (request, reply) => {
    const { id } = request.params;
    const { at, message, idempotencyKey } = request.body;
    const task = await readTask(journal.read, id);
    if (task === null) throw new ProblemError('not-found', say('task.unknown', { id }));
    await requireCallable(deps, task.agentId);
    if (at > task.counts.events) {
      const detail = say('task.no-position', { count: task.counts.events, at });
      throw new ProblemError('invalid-request', detail);
    }
    const words = message === undefined ? null : { messageId: createId(), content: message };
    const outcome = await journal.commit(restart, {
      threadId: id,
      operatorId: operatorOf(request).id,
      at,
      words,
      agentId: task.agentId,
      input: await runInputs.again({ threadId: id, at, words }),
      key: idempotencyKey ?? null,
      bodyHash: bodyHash([id, at, message ?? null]),
    });
    if (outcome.kind === 'key-conflict') {
      const detail = say('request.key-used');
      throw new ProblemError('idempotency-conflict', detail);
    }
    if (outcome.kind === 'running') {
      const detail = say('task.run-going');
      throw new ProblemError('run-going', detail, { runId: outcome.runId });
    }
    if (outcome.kind === 'prompts-open') {
      const { promptIds } = outcome;
      throw new ProblemError('prompts-open', say('task.answer-first'), { promptIds });
    }
    const { runId, parentRunId } = outcome;
    // Also when repeated: the first request may have been in doubt, and its run was not connected then.
    await runs.start(runId);
    return reply.code(201).send({ runId, parentRunId });
  });
}
