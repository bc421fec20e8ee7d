import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { DeskDeps } from '../desk-services.ts';
import { attachedBefore, attachedTo } from '../tasks/attached-to.ts';
import { sayToTask } from '../tasks/say-to-task.ts';
import { withdrawQueued } from '../tasks/withdraw-operation.ts';
import { existingTask } from './existing-task.ts';

/** Messages to the agent of a task, and their withdrawal. */
export function registerTaskMessages(app: ZodApp, deps: DeskDeps): void {
  const { journal } = deps;

  serve(app, 'POST /api/tasks/:id/messages', async (request, reply) => {
    const task = await existingTask(journal, request.params.id);
    const { attachments = [], attachmentsOf: messageId, ...words } = request.body;
    const attached =
      messageId === undefined
        ? await attachedTo(deps, task.agentId, attachments)
        : await attachedBefore(journal.read, { taskId: task.id, messageId });
    const said = await sayToTask(deps, operatorOf(request), task, { ...words, attached });
    return reply.code(202).send(said);
  });

  serve(app, 'DELETE /api/tasks/:id/messages/:messageId', async (request) => {
    const { id, messageId } = request.params;
    const operator = operatorOf(request);
    const outcome = await journal.commit(withdrawQueued, {
      threadId: id,
      messageId,
      operatorId: operator.id,
      isAdmin: may(operator, 'administer'),
    });
    switch (outcome.kind) {
      case 'withdrawn':
        deps.dispatcher.wake();
        return outcome.words;
      case 'left':
        throw new ProblemError('message-left', say('message.left'));
      case 'forbidden':
        throw new ProblemError('forbidden', say('message.not-yours'));
      case 'unknown':
        throw new ProblemError(
          'not-found',
          say('message.not-waiting', { message: messageId, task: id }),
        );
    }
  });
}
