import { feedbackOfResume } from '@countersign/adapters/ag-ui/upformat-interrupt';
import { type RelayCall, RelayRefusal } from '@countersign/adapters/relay/neutral';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Operator } from '@countersign/api/operator';
import type { Task } from '@countersign/api/task';
import { type UpFeedback, type UpMessage, upFeedbackSchema } from '@countersign/upformat/message';
import { readPrompt } from '../records/prompt-records.ts';
import { sayToTask } from '../tasks/say-to-task.ts';
import { decideOne } from '../team/decide-one.ts';
import type { GatewayDeps } from './gateway.ts';
import type { TaskContent } from './task-content.ts';

/**
 * What the caller sends to its task: the answer to the question that it waits with, if the policy leaves that to the caller, or
 * else a message that continues it.
 *
 * @throws {RelayRefusal} if people answer, or if several questions are open, of which the caller can mean any.
 */
export async function answerOfCaller(
  deps: GatewayDeps,
  task: Task,
  answer: {
    caller: Operator;
    policy: GatewayPolicy;
    call: Extract<RelayCall, { do: 'resume' }>;
    content: TaskContent;
  },
): Promise<void> {
  const { caller, policy, call, content } = answer;
  const key = call.messageId ?? deps.createId();
  if (task.openPrompts.blocking === 0) {
    await sayToTask(deps, caller, task, { content: content.content, idempotencyKey: key });
    return;
  }
  if (!policy.callerMayAnswer) {
    throw new RelayRefusal(
      'operation-unsupported',
      'People answer this question. Read the task to learn when they have.',
    );
  }
  const { prompts } = await deps.snapshots.threadAt(task.id);
  const open = Object.values(prompts).filter(({ state, blocking }) => state === 'open' && blocking);
  const [only] = open;
  if (only === undefined || open.length > 1) {
    throw new RelayRefusal('bad-params', `${open.length} questions are open; people answer them.`);
  }
  const prompt = await readPrompt(deps.journal.read, only.id);
  if (prompt === null) throw new RelayRefusal('task-not-found', 'The question is gone.');
  const feedback = feedbackOf(content, prompt.message);
  await decideOne(deps, caller, prompt.id, {
    ...{ feedback, digest: prompt.digest, idempotencyKey: key },
  });
}

/**
 * An answer in UpFormat as it is; the payload of an AG-UI client (`approved`); other data is what the proposal should be; words are
 * an instruction.
 */
function feedbackOf({ content, input }: TaskContent, asked: UpMessage): UpFeedback {
  if (input === undefined) return { type: 'instruction', content: { text: content } };
  if (typeof input['approved'] === 'boolean') {
    const read = feedbackOfResume(asked, { payload: input });
    if ('problem' in read) throw new RelayRefusal('bad-params', read.problem);
    return read.feedback;
  }
  const read = upFeedbackSchema.safeParse(input);
  return read.success ? read.data : { type: 'edit', content: { value: input } };
}
