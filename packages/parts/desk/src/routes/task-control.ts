import { say } from '@countersign/api/statements';
import { operatorOf } from '@countersign/server/guard/guard';
import { bodyHash } from '@countersign/server/http/body-hash';
import { keyConflict } from '@countersign/server/http/key-conflict';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { maxControlled, requestControl } from '../controls/control-operations.ts';
import type { DeskDeps } from '../desk-services.ts';
import { capabilities } from '../tasks/records.ts';
import { existingTask } from './existing-task.ts';

/** Pauses, resumes and stops a task, and asks for its state. */
export function registerTaskControl(app: ZodApp, deps: DeskDeps): void {
  const { journal, registry, createId } = deps;

  serve(app, 'POST /api/tasks/:id/control', async (request, reply) => {
    const task = await existingTask(journal, request.params.id);
    const { action, reason, idempotencyKey, cut = false } = request.body;
    const agent = await registry.descriptor(task.agentId);
    const asked = agent && deps.protocols.of(agent.protocol)?.capabilities(agent);
    const can = capabilities(asked ?? null, true);
    const outcome = await journal.commit(requestControl, {
      threadId: task.id,
      action,
      can,
      cut,
      createdIds: Array.from({ length: maxControlled }, createId),
      reason: reason ?? null,
      operatorId: operatorOf(request).id,
      key: idempotencyKey,
      bodyHash: bodyHash([task.id, action, reason ?? null, ...(cut ? ['cut'] : [])]),
    });
    if (outcome.kind === 'key-conflict') throw keyConflict();
    if (outcome.kind === 'unknown') throw new ProblemError('not-found', say('task.none-such'));
    if (outcome.kind === 'impossible') {
      throw new ProblemError('control-not-possible', outcome.reason);
    }
    const { controls } = outcome;
    const [control] = controls;
    // Also when repeated: the first request may have been in doubt, and nothing was carried out then.
    for (const each of controls) if (each.state === 'requested') deps.controls.carryOut(each);
    return reply.code(202).send({ controlId: control.id, state: control.state, control, controls });
  });

  serve(app, 'POST /api/tasks/:id/status', async (request) => {
    const task = await existingTask(journal, request.params.id);
    const said = await deps.statusAsker.ask(task.runId, operatorOf(request).id);
    if (said === null) {
      throw new ProblemError('control-not-possible', say('agent.no-status'));
    }
    return said;
  });
}
