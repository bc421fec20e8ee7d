import type { AppDeps } from '../app-deps.ts';
import { maxControlled, requestControl } from '../controls/control-operations.ts';
import { bodyHash } from '../http/body-hash.ts';
import { ProblemError } from '../http/problem.ts';
import { serve } from '../http/serve.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { operatorOf } from '../operators/guard.ts';
import { capabilities, readTask } from '../tasks/records.ts';
import { maxWaiting, say } from '../tasks/say-operation.ts';
import { createTask } from '../tasks/task-operations.ts';
import { listTasks } from '../tasks/task-queries.ts';
import { withdrawWords } from '../tasks/withdraw-operation.ts';

/** Starting, listing, talking to and controlling tasks. */
export function registerTasks(app: ZodApp, deps: AppDeps): void {
  const { journal, registry, runs, runInputs, createId } = deps;
  const existing = (id: string) => {
    const task = readTask(journal.read, id);
    if (task === null) throw new ProblemError('not-found', `There is no task ${id}.`);
    return task;
  };

  serve(app, 'POST /api/tasks', async (request, reply) => {
    const { body } = request;
    const agent = registry.find(body.agentId);
    if (agent === null) {
      throw new ProblemError('unknown-agent', `There is no agent ${body.agentId}.`);
    }
    const content = body.message ?? JSON.stringify(body.input);
    const messageId = createId();
    const input = await runInputs.first({
      agentId: agent.id,
      threadId: body.threadId ?? createId(),
      content,
      messageId,
      input: body.input,
    });
    const { created } = await journal.commit(createTask, {
      title: body.title ?? titleOf(body.message ?? `${agent.name}: structured input`),
      agentId: agent.id,
      operatorId: operatorOf(request).id,
      input,
      words: { messageId, content },
    });
    if (!created) throw new ProblemError('task-exists', `There is a task ${input.threadId}.`);
    runs.start(input.runId);
    return reply.code(201).send({ taskId: input.threadId, runId: input.runId });
  });

  serve(app, 'GET /api/tasks', async (request) => listTasks(journal, request.query));

  serve(app, 'GET /api/tasks/:id', async (request) => existing(request.params.id));

  serve(app, 'POST /api/tasks/:id/messages', async (request, reply) => {
    const task = existing(request.params.id);
    const operator = operatorOf(request);
    const { content, idempotencyKey } = request.body;
    const messageId = createId();
    const words = [{ messageId, content }];
    const outcome = await journal.commit(say, {
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
      newRun: {
        agentId: task.agentId,
        input: await runInputs.following({ threadId: task.id, words }),
      },
    });
    if (outcome.kind === 'key-conflict') throw keyConflict();
    if (outcome.kind === 'stopping') {
      const detail = 'The task is being stopped; say it again when it has stopped.';
      throw new ProblemError('being-stopped', detail);
    }
    if (outcome.kind === 'too-many') {
      throw new ProblemError(
        'too-many-waiting',
        `${maxWaiting} messages wait for its end already.`,
      );
    }
    if (outcome.kind === 'prompts-open') {
      const { promptIds } = outcome;
      throw new ProblemError('prompts-open', 'Answer what the agent asks first.', { promptIds });
    }
    if (outcome.to !== 'new-run') deps.outbox.kick();
    else if (!outcome.repeated) runs.start(outcome.runId);
    const { runId, to } = outcome;
    return reply.code(202).send({ messageId: outcome.messageId, runId, to });
  });

  serve(app, 'DELETE /api/tasks/:id/messages/:messageId', async (request) => {
    const { id, messageId } = request.params;
    const operator = operatorOf(request);
    const outcome = await journal.commit(withdrawWords, {
      threadId: id,
      messageId,
      operatorId: operator.id,
      isAdmin: operator.role === 'admin',
    });
    switch (outcome.kind) {
      case 'withdrawn':
        deps.outbox.kick();
        return outcome.words;
      case 'left':
        throw new ProblemError('message-left', 'The agent has it, or is being given it.');
      case 'forbidden':
        throw new ProblemError(
          'forbidden',
          'Only who said it, or an administrator, takes it back.',
        );
      case 'unknown':
        throw new ProblemError('not-found', `No message ${messageId} waits in the task ${id}.`);
    }
  });

  serve(app, 'POST /api/tasks/:id/control', async (request, reply) => {
    const task = existing(request.params.id);
    const { action, reason, idempotencyKey } = request.body;
    const agent = await registry.descriptor(task.agentId);
    const asked = agent && deps.protocols.of(agent.protocol)?.capabilities(agent);
    const can = capabilities(asked ?? null, true);
    const outcome = await journal.commit(requestControl, {
      threadId: task.id,
      action,
      can,
      createdIds: Array.from({ length: maxControlled }, createId),
      reason: reason ?? null,
      operatorId: operatorOf(request).id,
      key: idempotencyKey,
      bodyHash: bodyHash([task.id, action, reason ?? null]),
    });
    if (outcome.kind === 'key-conflict') throw keyConflict();
    if (outcome.kind === 'unknown') throw new ProblemError('not-found', 'There is no such task.');
    if (outcome.kind === 'impossible') {
      throw new ProblemError('control-not-possible', outcome.reason);
    }
    const { controls } = outcome;
    const [control] = controls;
    if (!outcome.repeated) {
      for (const each of controls) if (each.state === 'requested') deps.controls.carryOut(each);
    }
    return reply.code(202).send({ controlId: control.id, state: control.state, control, controls });
  });

  serve(app, 'POST /api/tasks/:id/status', async (request) => {
    const task = existing(request.params.id);
    const said = await deps.statusAsker.ask(task.runId, operatorOf(request).id);
    if (said === null) {
      throw new ProblemError('control-not-possible', 'This agent does not say what its run does.');
    }
    return said;
  });
}

const keyConflict = () =>
  new ProblemError('idempotency-conflict', 'This idempotency key belongs to another request.');

/** The first line of what was asked, cut at a word. */
function titleOf(message: string): string {
  const line = message.trim().split('\n')[0] ?? '';
  return line.length <= 120 ? line : `${line.slice(0, 119).replace(/\s+\S*$/, '')}…`;
}
