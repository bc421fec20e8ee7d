import type { RunStatus, Task } from '@countersign/api/task';
import type { Thread } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import type { UpState } from '@countersign/upformat/message';
import { obedienceOf } from './obedience.ts';
import { isUnanswered, type StatusInput, statusInputOfTask } from './task-appearance.ts';

/** The one status of a task: that of its run, unless a person is waited for or its agent reported how the work ended. */
export type TaskStatus =
  | RunStatus
  | 'rejected'
  | 'unanswered'
  | 'disobeys'
  | 'ignoredStop'
  | Extract<UpState, 'needsHumanDecision' | 'followup' | 'waiting' | 'cancelled'>;

const isOver: ReadonlySet<RunStatus> = new Set(['finished', 'stopped', 'cancelled']);
const isAtWork: ReadonlySet<RunStatus> = new Set(['starting', 'running', 'stopping']);

/**
 * What a person needs to know first about a task. A run can finish normally and its agent still report that the work failed or was
 * called off, or as completed although a person rejected what it asked about last.
 */
export function statusOf(input: StatusInput): TaskStatus {
  const { runStatus, state, blocking, followup, rejected } = input;
  if (input.disobeys) return 'disobeys';
  if (blocking > 0) return 'needsHumanDecision';
  if (isUnanswered(input)) return 'unanswered';
  if (isOver.has(runStatus)) {
    if (input.ignoredStop) return 'ignoredStop';
    if (followup > 0) return 'followup';
    if (runStatus === 'finished' && (state === 'failed' || state === 'cancelled')) return state;
    if (runStatus === 'finished' && rejected) return 'rejected';
  }
  return isAtWork.has(runStatus) && state === 'waiting' ? 'waiting' : runStatus;
}

export const statusOfTask = (task: Task): TaskStatus => statusOf(statusInputOfTask(task));

const isTakenBack: ReadonlySet<string> = new Set(['recalled', 'refused', 'undeliverable']);

/** Whether the last answer to a blocking question was a rejection. */
function isRejected(prompts: readonly ThreadPrompt[]): boolean {
  const [last] = prompts
    .flatMap(({ blocking, decision }) => (blocking && decision !== null ? [decision] : []))
    .filter(({ state }) => !isTakenBack.has(state))
    .sort((a, b) => b.recordedAt - a.recordedAt);
  return last?.feedback.type === 'reject';
}

/** Whether the last blocking question was closed without an answer. */
function hasEndedUnanswered(prompts: readonly ThreadPrompt[]): boolean {
  const [last] = prompts.filter(({ blocking }) => blocking).sort((a, b) => b.sequence - a.sequence);
  return last?.state === 'expired' || last?.state === 'withdrawn';
}

/** From the thread, which may be ahead of the list. `state`: the last one declared by the leading agent. */
export function statusInputOfThread(
  { prompts, controls, run }: Pick<Thread, 'prompts' | 'controls' | 'run'>,
  { runStatus, state }: Pick<StatusInput, 'runStatus' | 'state'>,
): StatusInput {
  const open = Object.values(prompts).filter((prompt) => prompt.state === 'open');
  const blocking = open.filter((prompt) => prompt.blocking).length;
  const rejected = isRejected(Object.values(prompts)) ? true : undefined;
  const unanswered = hasEndedUnanswered(Object.values(prompts)) ? true : undefined;
  const obedience = obedienceOf(controls, { runId: run.runId, status: runStatus });
  const followup = open.length - blocking;
  return { runStatus, state, blocking, followup, rejected, unanswered, ...obedience };
}
