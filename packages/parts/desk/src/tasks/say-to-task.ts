import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import type { Task } from '@countersign/api/task';
import { bodyHash } from '@countersign/server/http/body-hash';
import { keyConflict } from '@countersign/server/http/key-conflict';
import { ProblemError } from '@countersign/server/http/problem';
import type { Kernel } from '@countersign/server/kernel';
import { callingIn, notCallable } from '../agents/called-in.ts';
import type { DeskServices } from '../desk-services.ts';
import { runsSeen } from '../records/open-runs.ts';
import { type Attached, withNames } from './attached.ts';
import { addMessage, maxWaiting } from './message-operation.ts';

/** A message to the agent of a task. */
interface Said {
  content: string;
  idempotencyKey?: string | undefined;
  language?: string | undefined;
  attached?: Attached | undefined;
}

/** Sends a message to the agent of a task: to its run, or with a new one. Throws the `ProblemError` with the reason for a refusal. */
export async function sayToTask(
  deps: Pick<Kernel, 'journal' | 'createId' | 'clock'> &
    Pick<DeskServices, 'runInputs' | 'runs' | 'dispatcher' | 'registry' | 'protocols'>,
  operator: Operator,
  task: Task,
  said: Said,
) {
  const { journal, runInputs, runs, createId } = deps;
  // It receives messages while it waits for a result, and cannot be called otherwise.
  const caller = await callingIn(deps, task.agentId);
  if (caller !== null && task.can.message !== 'running') throw notCallable(caller);
  const { idempotencyKey, language, attached } = said;
  const content = withNames(said.content, attached?.names ?? []);
  const messageId = createId();
  const words = [{ messageId, content, attached }];
  const newRun = async () => ({
    agentId: task.agentId,
    seen: await runsSeen(journal.read, task.id),
    input: await runInputs.following({ threadId: task.id, words, language }),
  });
  const send = async () =>
    journal.commit(addMessage, {
      threadId: task.id,
      operatorId: operator.id,
      content,
      key: idempotencyKey ?? null,
      bodyHash: bodyHash([
        task.id,
        content,
        ...(attached?.context ?? []),
        ...(attached?.parts ?? []),
      ]),
      hearing: task.can.message === 'running' ? task.runId : null,
      message: {
        messageId,
        threadId: task.id,
        timestamp: new Date(deps.clock.now()).toISOString(),
        state: 'submitted',
        agentId: `operator:${operator.id}`,
        upFeedback: { type: 'instruction', content: { text: content, ...sentAlong(attached) } },
      },
      newRun: caller === null ? await newRun() : null,
    });
  let outcome = await send();
  while (outcome.kind === 'outdated') outcome = await send();
  // What it waited for has just ended.
  if (outcome.kind === 'not-callable') throw notCallable(caller ?? task.agentName);
  if (outcome.kind === 'key-conflict') throw keyConflict();
  if (outcome.kind === 'stopping') {
    const detail = say('task.being-stopped');
    throw new ProblemError('being-stopped', detail);
  }
  if (outcome.kind === 'too-large') {
    throw new ProblemError('too-many-waiting', say('attachment.queue-full'));
  }
  if (outcome.kind === 'too-many') {
    throw new ProblemError('too-many-waiting', say('task.too-many-waiting', { count: maxWaiting }));
  }
  if (outcome.kind === 'prompts-open') {
    const { promptIds } = outcome;
    throw new ProblemError('prompts-open', say('task.answer-first'), { promptIds });
  }
  if (outcome.to !== 'new-run') deps.dispatcher.wake();
  // Also when repeated: the first request may have been in doubt, and its run was not connected then.
  else await runs.start(outcome.runId);
  const { runId, to } = outcome;
  return { messageId: outcome.messageId, runId, to };
}

/** What is attached, in a message to the agent; nothing if there is none. */
function sentAlong({ context = [], parts = [] }: Partial<Attached> = {}) {
  if (context.length + parts.length === 0) return {};
  return {
    attached: {
      ...(context.length === 0 ? {} : { context }),
      ...(parts.length === 0 ? {} : { parts }),
    },
  };
}
