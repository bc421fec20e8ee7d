import { feedbackOfResume } from '@countersign/adapters/ag-ui/upformat-interrupt';
import { type RelayCall, RelayRefusal } from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import type { GatewayPolicy } from '@countersign/api/gateway';
import type { Operator } from '@countersign/api/operator';
import type { Task } from '@countersign/api/task';
import { readPrompt } from '@countersign/part-desk/records/prompt-records';
import type { RelayRecord } from '@countersign/part-desk/relayed/relay-record';
import { sayToTask } from '@countersign/part-desk/tasks/say-to-task';
import { threadOfTask } from '@countersign/part-desk/tasks/thread-of-task';
import { decideOne } from '@countersign/part-desk/team/decide-one';
import { bodyHash } from '@countersign/server/http/body-hash';
import { readKey } from '@countersign/server/store/keys';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import { type UpFeedback, type UpMessage, upFeedbackSchema } from '@countersign/upformat/message';
import type { GatewayDeps } from '../calling.ts';
import { takenFiles } from './taken-files.ts';
import { openQuestions, questionIdOf } from './task-answer.ts';
import { noFiles, type TaskContent } from './task-content.ts';

type Answer = Extract<RelayCall, { do: 'resume' }>;

/** What identifies a message to a task, however often it is sent; null = nothing does. */
const keyOf = (taskId: string, { messageId, questionId }: Answer): string | null => {
  const own = messageId ?? questionId;
  return own === null ? null : `gateway-${bodyHash([taskId, own])}`;
};

/** Whether a message to a task was received before: as an answer, as words, or as the one that started the task. */
export async function wasReceived(
  { journal }: Pick<GatewayDeps, 'journal'>,
  { task, record }: { task: Task; record: RelayRecord },
  call: Answer,
  caller: Operator,
): Promise<boolean> {
  const { messageId } = call;
  if (messageId !== null && messageId === record.messageId) return true;
  const key = keyOf(task.id, call);
  if (key === null) return false;
  for (const kind of ['decision', 'message']) {
    const scope = `${kind}:${caller.id}`;
    if ((await readKey(journal.read, { scope, key, bodyHash: '' })).kind !== 'new') return true;
  }
  return false;
}

/**
 * What the caller sends to its task: the answer to a question that it was given, if the policy leaves that to the caller, or else a
 * message that continues it.
 *
 * @throws {RelayRefusal} if people answer, or if the caller does not name a question that is open.
 */
export async function answerOfCaller(
  deps: GatewayDeps,
  task: Task,
  answer: { caller: Operator; policy: GatewayPolicy; call: Answer; content: TaskContent },
): Promise<void> {
  const { caller, policy, call, content } = answer;
  const idempotencyKey = keyOf(task.id, call) ?? deps.createId();
  if (task.openPrompts.blocking === 0) {
    if (call.questionId !== null) throw notOpen();
    const attached = await takenFiles(deps, task.agentId, content.files);
    await sayToTask(deps, caller, task, { content: content.content, idempotencyKey, attached });
    return;
  }
  if (content.files.length > 0) throw noFiles(say('relay.files-answer'));
  if (!policy.callerMayAnswer) {
    throw new RelayRefusal('operation-unsupported', say('relay.people-answer'));
  }
  const open = openQuestions(await threadOfTask(deps.snapshots, task));
  const meant = meantOf(open, call, content);
  const prompt = await readPrompt(deps.journal.read, meant.id);
  if (prompt === null) throw notOpen();
  const feedback = feedbackOf(content, prompt.message);
  // The digest of what the caller was shown: a question that was asked again meanwhile is not answered.
  const digest = meant.digest ?? prompt.digest;
  await decideOne(deps, caller, prompt.id, {
    ...{ feedback, digest, idempotencyKey },
    isCaller: true,
  });
}

/** The question that an answer means: an old answer, or one that was sent twice, must not answer another question. */
function meantOf(
  open: readonly ThreadPrompt[],
  { questionId, messageId }: Answer,
  { input }: TaskContent,
): ThreadPrompt {
  if (questionId !== null) {
    const named = open.find((prompt) => questionIdOf(prompt) === questionId);
    if (named === undefined) throw notOpen();
    return named;
  }
  const [only] = open;
  // Words allow nothing, and are recognized by the id of their message when they are sent again.
  const areWords = input === undefined && messageId !== null;
  if (only !== undefined && open.length === 1 && areWords) return only;
  throw new RelayRefusal('bad-params', say('relay.name-question'));
}

const notOpen = () => new RelayRefusal('bad-params', say('relay.question-closed'));

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
