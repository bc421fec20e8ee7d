import { say } from '@countersign/api/statements';
import { may } from '@countersign/desk/permissions';
import { callingIn, notCallable } from '../agents/called-in.ts';
import type { AppDeps } from '../app-deps.ts';
import { bodyHash } from '../http/body-hash.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { addMessage, maxWaiting } from '../tasks/message-operation.ts';
import { withdrawQueued } from '../tasks/withdraw-operation.ts';
import { existingTask } from './existing-task.ts';
import { keyConflict } from './key-conflict.ts';

/** Messages to the agent of a task, and their withdrawal. */
export function registerTaskMessages(app: ZodApp, deps: AppDeps): void {
  const { journal, runInputs, runs, createId } = deps;

  serve(app, 'POST /api/tasks/:id/messages', async (request, reply) => {
    const task = await existingTask(journal, request.params.id);
    // It receives messages while it waits for a result, and cannot be called otherwise.
    const caller = await callingIn(deps, task.agentId);
    if (caller !== null && task.can.message !== 'running') throw notCallable(caller);
    const operator = operatorOf(request);
    const { content, idempotencyKey, language } = request.body;
    const messageId = createId();
    const words = [{ messageId, content }];
    const outcome = await journal.commit(addMessage, {
      threadId: task.id,
      operatorId: operator.id,
      content,
      key: idempotencyKey ?? null,
      bodyHash: bodyHash([task.id, content]),
      hearing: task.can.message === 'running' ? task.runId : null,
      message: {
        messageId,
        threadId: task.id,
        timestamp: new Date(deps.clock.now()).toISOString(),
        state: 'submitted',
        agentId: `operator:${operator.id}`,
        upFeedback: { type: 'instruction', content: { text: content } },
      },
      newRun:
        caller === null
          ? {
              agentId: task.agentId,
              input: await runInputs.following({ threadId: task.id, words, language }),
            }
          : null,
    });
    // What it waited for has just ended.
    if (outcome.kind === 'not-callable') throw notCallable(caller ?? task.agentName);
    if (outcome.kind === 'key-conflict') throw keyConflict();
    if (outcome.kind === 'stopping') {
      const detail = say('task.being-stopped');
      throw new ProblemError('being-stopped', detail);
    }
    if (outcome.kind === 'too-many') {
      throw new ProblemError(
        'too-many-waiting',
        say('task.too-many-waiting', { count: maxWaiting }),
      );
    }
    if (outcome.kind === 'prompts-open') {
      const { promptIds } = outcome;
      throw new ProblemError('prompts-open', say('task.answer-first'), { promptIds });
    }
    if (outcome.to !== 'new-run') deps.dispatcher.wake();
    // Also when repeated: the first request may have been in doubt, and its run was not connected then.
    else await runs.start(outcome.runId);
    const { runId, to } = outcome;
    return reply.code(202).send({ messageId: outcome.messageId, runId, to });
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
